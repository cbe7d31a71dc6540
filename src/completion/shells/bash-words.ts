/** The quote that is open at a place in a command line, if one is. */
export type Quote = "" | "'" | '"';

/** A text without its quotes. */
export interface Unquoted {
  readonly text: string;
  /** The quote that is open at its end. */
  readonly quote: Quote;
}

/**
 * Takes the quotes off a text, as bash would.
 * @param quote the quote that is open where the text begins
 */
export function unquote(text: string, quote: Quote = ""): Unquoted {
  let open = quote;
  let plain = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === "\\" && open !== "'") {
      const next = text[at + 1] ?? "";
      // Between double quotes a backslash escapes few characters, and stays before the others.
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
 * Returns the words before the cursor and the one under it as far as the cursor, with their quotes.
 * Bash splits words at `=` and `:` too; where no space stands between two pieces, they are one word.
 * @param line what is typed behind the program's name, as far as the cursor
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
