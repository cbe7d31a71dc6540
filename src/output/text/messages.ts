import type { Sink } from "../../terminal/io.js";
import { visible } from "./safe-text.js";

/** What is said on stderr beside the data. */
export interface Messages {
  /** Good to know; silent with --quiet. */
  note(text: string): void;
  /** Something may be wrong with the answer; silent with --quiet. */
  warning(text: string): void;
  /** What happens on the way; only with --verbose. */
  detail(text: string): void;
  /**
   * Hands what is said to someone else, such as a view that fills the terminal, until what it
   * returns is called.
   */
  divert(to: (text: string) => void): () => void;
  /** Resolves when everything said has been written. */
  flush(): Promise<void>;
}

export interface MessageOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
}

const DIM = "\u001b[2m";
const YELLOW = "\u001b[33m";
const RESET = "\u001b[0m";

/* What stands in backticks is a command to be copied, and one word. */
const WORD = /(?:`[^`]*`|[^ ])+ ?| /g;

/**
 * The text in lines that are broken between words, as a terminal alone would not do. A word that is
 * too long, such as a cursor, is left to the terminal: it can be copied from there in one piece.
 */
export async function brokenForTerminal(
  text: string,
  { isTTY, columns }: Pick<Sink, "isTTY" | "columns">,
): Promise<string> {
  if (!isTTY || !columns || text.length <= columns) return text;
  const { rulerFor } = await import("./ruler.js");
  const { width } = await rulerFor([text]);
  const [first = "", ...words] = (text.match(WORD) ?? []).map((word) => word.replace(/ $/, ""));
  let end = width(first);
  return words.reduce((lines, word) => {
    const fits = end + 1 + width(word) <= columns;
    end = fits ? end + 1 + width(word) : width(word);
    return lines + (fits ? " " : "\n") + word;
  }, first);
}

/** Writes messages one a line, in order; a stderr that cannot be written to is no failure. */
export function createMessages(stderr: Sink, options: MessageOptions): Messages {
  let tail: Promise<void> = Promise.resolve();
  let diverted: ((text: string) => void) | undefined;
  const say = (label: string, text: string, style: string) => {
    const line = `${label}: ${visible(text)}`;
    if (diverted !== undefined) return diverted(line);
    tail = tail
      .then(async () => {
        const lines = await brokenForTerminal(line, stderr);
        await stderr.write(options.color ? `${style}${lines}${RESET}\n` : `${lines}\n`);
      })
      .catch(() => {});
  };
  return {
    note: (text) => options.quiet || say("note", text, DIM),
    warning: (text) => options.quiet || say("warning", text, YELLOW),
    detail: (text) => options.verbose && say("debug", text, DIM),
    divert(to) {
      diverted = to;
      return () => {
        diverted = undefined;
      };
    },
    flush: () => tail,
  };
}
