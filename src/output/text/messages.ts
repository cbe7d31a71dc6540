import { safeJsonForTerminal, visible } from "../../base/safe-text.js";
import type { Sink } from "../../base/terminal/io.js";

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

/** Every code of a note or a warning on stderr, with its meaning. */
export const NOTICES = {
  ALERTS_ELSEWHERE: "another carry process delivers these alerts, so this one delivers none",
  ALERTS_NOT_STORED: "the state of alerts cannot be stored, and is kept in memory until the end",
  ALERT_NOT_TOLD: "the command of --on-alert failed; the event waits for the next round",
  ARCHIVE_DAMAGED: "a file of the archive is damaged",
  ARCHIVE_DUE: "markets of the archive are about to lose events that the service forgets",
  ARCHIVE_HOLE:
    "a part of the range was never recorded as a whole; its unknown figures are left out",
  ARCHIVE_READ: "events were read from the archive",
  AS_SENT: "the answer has no known shape and is printed as it was sent",
  CLOCKS_APART: "the service's clock is more than a minute from this computer's",
  COLUMNS_DROPPED: "columns do not fit the width of the terminal",
  COLUMNS_IGNORED: "the output format has no columns",
  CONFLICTING_EVENTS: "a market has different values for one event, so figures are unknown",
  CONTRADICTION: "a closed position has a quantity, which counts as 0",
  DIFFERENT_ASSETS: "two compared markets are of different assets",
  DRY_RUN: "what would be done without --dry-run",
  DUPLICATES: "the service sent a position twice; it counts once",
  EMPTY: "there is nothing to print",
  IMPLAUSIBLE: "a value cannot be true: it is kept as sent, and is in no figure",
  INTERVAL_CHANGED: "the funding interval of a market changed",
  INTERVAL_MISLABELLED: "a market settles at other times than its funding_interval",
  KEY_FROM_ENVIRONMENT: "an API key of the environment is used instead of a profile's",
  LEFT_OUT: "something is left out of a figure or a table",
  LIMIT: "--limit ended the listing, without a cursor to go on from",
  LOCAL_CLOCK: "no answer had the time of the service; the local clock is used",
  MULTIPLE:
    "a market tells its mark prices for a multiple of what a leg holds; they are divided by it",
  NODE: "Node warns of its own settings, such as an unsafe TLS option",
  NOTHING_TO_DRAW: "a chart has no value that is known",
  NOT_JUDGED: "a figure is unknown, and so is whether a limit holds",
  NOT_RECORDED: "a snapshot could not be added to the archive (`record on`)",
  NOT_SETTLED: "an event is later than the time of the service: it is not settled, and left out",
  NO_FUNDING: "a market has no settled funding in the range",
  NO_PORTFOLIO: "no portfolio is set",
  NO_SPACING: "a market has too few events to determine how often it settles",
  PAGER: "the pager failed",
  PART_FAILED: "a part of the data could not be fetched",
  PERMISSIONS: "other users can access files of carry, or could until now",
  PROFILE: "a profile was changed",
  RECENT_SNAPSHOT: "there is a snapshot of less than a minute ago, so that none was taken",
  PARTIAL: "only a part of a range came: events are missing",
  RECORD_UNREADABLE:
    "a record does not match the interface: it is kept, and what cannot be read of it is unknown",
  REPEATED_EVENTS: "the service sent an event twice; it counts once",
  REPORT_WRITTEN: "a report was written, and where",
  RETENTION: "the range begins before what the service keeps",
  ROUND_FAILED: "a round of a watch failed, and the next one is tried",
  RULES_WRITTEN: "an example of rules was written",
  SANDBOX: "the sandbox serves made-up data for this command",
  SANDBOX_TIME: "the time of a sandbox is set by variables, and ignored: the service is no sandbox",
  SERVICE: "the client warns of an answer of the service",
  SETTING_OVERRIDDEN: "an option or a variable overrides the profile",
  SORT_IGNORED: "the output is one object, which --sort does not order",
  TIME_ZONE: "the time zone is unknown; UTC is used",
  UNKNOWN_VALUE: "a record has a word that the interface does not have, and is in no sum",
  UNDATED: "records have no known time, and are not filtered by it",
} as const satisfies Readonly<Record<string, string>>;

export type NoticeCode = keyof typeof NOTICES;

/** A note or a warning. */
export interface Notice {
  readonly code: NoticeCode;
  readonly text: string;
}

/** Warns of something. */
export type Warn = (code: NoticeCode, text: string) => void;
