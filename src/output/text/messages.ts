import type { Sink } from "../../terminal/io.js";
import { visible } from "./safe-text.js";

/** Messages on stderr. */
export interface Messages {
  /** Writes useful information; silent with --quiet. */
  note(text: string): void;
  /** Warns that something may be wrong with the output; silent with --quiet. */
  warning(text: string): void;
  /** Reports a step of the work; only with --verbose. */
  detail(text: string): void;
  /**
   * Passes messages to a function instead, for example to a full-screen view. Returns a function
   * that ends this.
   */
  divert(to: (text: string) => void): () => void;
  /** Resolves when all messages have been written. */
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

/* Text in backticks is a command to copy, and counts as one word. */
const WORD = /(?:`[^`]*`|[^ ])+ ?| /g;

/**
 * Wraps a text between words to the width of a terminal. A longer word, such as a cursor, is left to
 * the terminal to wrap, so that it can be copied in one piece.
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

/** Creates messages: written in order, each on its own line; failures of stderr are ignored. */
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
