/** Styles of text on a terminal, by the codes that begin them (SGR, ECMA-48 8.3.117). */
const STYLES = {
  1: "bold",
  2: "dim",
  4: "underlined",
  7: "reverse",
  31: "red",
  32: "green",
  33: "yellow",
  34: "blue",
  35: "magenta",
  36: "cyan",
} as const;

/** Name of a style. */
export type Style = (typeof STYLES)[keyof typeof STYLES];

export const COLOURS = ["red", "green", "yellow", "blue", "magenta", "cyan"] as const;

const ENDS: Readonly<Record<number, readonly Style[]>> = {
  0: Object.values(STYLES),
  22: ["bold", "dim"],
  24: ["underlined"],
  27: ["reverse"],
  39: COLOURS,
};

/** Text in one style. */
export interface StyledText {
  readonly text: string;
  /** In the order in which they began. */
  readonly styles: readonly Style[];
}

/** Returns the parts of a text with escape sequences for styles. */
export function styledTexts(text: string): StyledText[] {
  const styles = new Set<Style>();
  const parts: StyledText[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these control a terminal
  for (const part of text.split(/(\u001b\[[\d;]*m)/)) {
    if (part.startsWith("\u001b")) {
      for (const code of part.slice(2, -1).split(";")) apply(Number(code), styles);
    } else if (part !== "") parts.push({ text: part, styles: [...styles] });
  }
  return parts;
}

function apply(code: number, styles: Set<Style>): void {
  for (const ended of ENDS[code] ?? []) styles.delete(ended);
  const begun = (STYLES as Readonly<Record<number, Style>>)[code];
  if (begun === undefined) return;
  if (isColour(begun)) for (const colour of COLOURS) styles.delete(colour);
  styles.add(begun);
}

const isColour = (style: Style) => (COLOURS as readonly Style[]).includes(style);

/** Returns the text of a screen with its styles as `{red}` ... `{/}`, without blanks at the ends. */
export function taggedScreen(text: string): string {
  const tagged = joined(styledTexts(text)).map(({ text, styles }) =>
    styles.length === 0
      ? text
      : text.replaceAll(/\S(?:.*\S)?/g, (shown) => `{${styles.join(" ")}}${shown}{/}`),
  );
  return trimmed(tagged.join(""));
}

/** Removes the blanks at the ends of lines, and the empty lines at the end. */
export function trimmed(text: string): string {
  return `${text.replaceAll(/ +$/gm, "").trimEnd()}\n`;
}

/** Joins neighbours of the same styles, as a terminal shows them. */
function joined(parts: readonly StyledText[]): StyledText[] {
  const all: StyledText[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last !== undefined && last.styles.join() === part.styles.join()) {
      all[all.length - 1] = { ...last, text: last.text + part.text };
    } else all.push(part);
  }
  return all;
}
