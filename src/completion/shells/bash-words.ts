/** The open quote at a position in a command line; empty without one. */
export type Quote = "" | "'" | '"';

/** A text without its quotes. */
export interface Unquoted {
  readonly text: string;
  /** The open quote at its end. */
  readonly quote: Quote;
}

/** Removes the quotes from a text as bash does; `quote` is the one that is open at its start. */
export function unquote(text: string, quote: Quote = ""): Unquoted {
  let open = quote;
  let plain = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === "\\" && open !== "'") {
      const next = text[at + 1] ?? "";
      // In double quotes a backslash escapes few characters, and is literal before others.
      const isEscape = open === "" || /[\\"$`]/.test(next);
      if (isEscape) at++;
      plain += isEscape ? next : char;
    } else if (char === open) {
      open = "";
    } else if (open === "" && (char === "'" || char === '"')) {
      open = char;
    } else {
      plain += char;
    }
  }
  return { text: plain, quote: open };
}

/**
 * Returns the words before the cursor and the one under it up to the cursor, with their quotes. Bash
 * also splits words at `=` and `:`; pieces without white space between them are one word.
 * @param line text after the program's name, up to the cursor
 * @param pieces `COMP_WORDS` before the cursor, without the program's name
 */
export function joinPieces(line: string, pieces: readonly string[]): string[] {
  const words: string[] = [""];
  let rest = line;
  const add = (piece: string) => {
    if (/^\s/.test(rest)) words.push("");
    words.push((words.pop() ?? "") + piece);
  };
  for (const piece of pieces) {
    add(piece);
    const at = rest.indexOf(piece);
    if (at !== -1) rest = rest.slice(at + piece.length);
  }
  add(rest.trimStart());
  return words.slice(1);
}
