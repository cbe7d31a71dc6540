import { safeJsonForTerminal, visible } from "../../base/safe-text.js";
import type { Sink } from "../../base/terminal/io.js";
import type { NoticeCode } from "./notices.js";

/** Messages on stderr. */
export interface Messages {
  /**
   * Writes useful information; silent with --quiet.
   * @param target what it is about, such as a market id, for programs
   */
  note(code: NoticeCode, text: string, target?: string): void;
  /** Warns that something may be wrong with the output; silent with --quiet. */
  warning(code: NoticeCode, text: string, target?: string): void;
  /** Reports a step of the work; only with --verbose. */
  detail(text: string): void;
  /** Writes where a listing ended: an object for programs, also with --quiet, and a note for people. */
  page(page: PageEnd, text: string): void;
  /** Does work in which each note and each warning is written once, however often it is repeated. */
  once<T>(work: () => Promise<T>): Promise<T>;
  /** Passes messages to a function, such as that of a full-screen view. Returns a function that ends this. */
  divert(to: (text: string) => void): () => void;
  /** Resolves when all messages have been written. */
  flush(): Promise<void>;
}

/** Where a listing ended. */
export interface PageEnd {
  /** Number of items printed. */
  readonly items: number;
  /** Cursor of the next item; null when the service sent none. */
  readonly next_cursor: string | null;
}

export interface MessageOptions {
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
  /** Whether each message is a line of JSON. */
  readonly asJson: () => Promise<boolean>;
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
  let said: Set<string> | undefined;
  const write = (line: Line) => {
    if (diverted !== undefined && line.text !== undefined) return diverted(line.text);
    tail = tail
      .then(async () => {
        if (await options.asJson()) await stderr.write(jsonLine(line.object));
        else if (line.text !== undefined) await stderr.write(await styled(line, stderr, options));
      })
      .catch(() => {});
  };
  const say = (label: "note" | "warning" | "debug", fields: Fields, style: string) =>
    write({ text: `${label}: ${visible(fields.message)}`, object: { [label]: fields }, style });
  const tell = (label: "note" | "warning", fields: Fields, style: string) => {
    const key = JSON.stringify(fields);
    if (options.quiet || said?.has(key) === true) return;
    said?.add(key);
    say(label, fields, style);
  };
  return {
    note: (code, message, target) => tell("note", { code, target, message }, DIM),
    warning: (code, message, target) => tell("warning", { code, target, message }, YELLOW),
    detail: (message) => options.verbose && say("debug", { message }, DIM),
    page(page, text) {
      const note = options.quiet ? {} : { text: `note: ${visible(text)}`, style: DIM };
      write({ ...note, object: { page } });
    },
    async once(work) {
      said = new Set();
      try {
        return await work();
      } finally {
        said = undefined;
      }
    },
    divert(to) {
      diverted = to;
      return () => {
        diverted = undefined;
      };
    },
    flush: () => tail,
  };
}

interface Fields {
  readonly code?: NoticeCode;
  readonly target?: string | undefined;
  readonly message: string;
}

/** A message in both forms; without a text it is only for programs. */
interface Line {
  readonly text?: string;
  readonly object: object;
  readonly style?: string;
}

/** Returns an object as a line of JSON that has no power over a terminal. */
export function jsonLine(object: object): string {
  return `${safeJsonForTerminal(JSON.stringify(object))}\n`;
}

async function styled(
  { text = "", style = "" }: Line,
  stderr: Sink,
  { color }: MessageOptions,
): Promise<string> {
  const lines = await brokenForTerminal(text, stderr);
  return color ? `${style}${lines}${RESET}\n` : `${lines}\n`;
}
