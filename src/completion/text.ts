/** Where the tables stand in an engine. */
const PLACE = "# @tables@";

/** An engine with its tables in their place. */
export function fill(engine: string, tables: string): string {
  return engine.replace(PLACE, () => tables);
}

/** Lines moved to the right. */
export function indented(depth: number, lines: readonly string[]): string[] {
  return lines.map((line) => " ".repeat(depth) + line);
}

/** A word as bash and zsh read it literally. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A word as fish reads it literally: in single quotes only \ and ' are special. */
export function fishQuoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}

/** A word as PowerShell reads it literally; it takes curly quotes for quotes too. */
export function powershellQuoted(text: string): string {
  return `'${text.replaceAll(/['\u2018\u2019\u201a\u201b]/g, "$&$&")}'`;
}
