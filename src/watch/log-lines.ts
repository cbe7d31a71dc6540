import type { Brush, Piece } from "./brush.js";
import { logTime } from "./clock-time.js";
import type { LogEntry } from "./event-log.js";

const WIDEST = "vanished".length;

/** What somebody may have to look at stands out. */
const URGENT: ReadonlySet<LogEntry["what"]> = new Set(["alerted", "vanished"]);

export interface LogLinesOptions {
  /** How many there is room for. */
  readonly most: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** IANA name; undefined for the zone of this machine. */
  readonly zone: string | undefined;
}

/** Returns the last entries of a log as lines, the newest at the bottom. */
export function logLines(
  log: readonly LogEntry[],
  { most, now, zone }: LogLinesOptions,
  brush: Brush,
): string[] {
  return (most < 1 ? [] : log.slice(-most)).map(({ at, what, asset, id, detail }) => {
    const pieces: Piece[] = [
      { text: logTime(at, now, zone), tone: "label" },
      {
        text: what.padEnd(WIDEST),
        ...(URGENT.has(what) ? { emphasis: "alert" } : { tone: "heading" }),
      },
      { text: asset },
      { text: id, tone: "label" },
      ...(detail === "" ? [] : [{ text: detail }]),
    ];
    return brush.line(pieces, "  ");
  });
}

/** Returns the log as a page of its own, as many of its last entries as there is room for. */
export function logPage(
  log: readonly LogEntry[],
  options: LogLinesOptions,
  brush: Brush,
): string[] {
  const nothing = "Nothing has happened since the watch began.";
  if (log.length === 0) return ["", ...brush.paragraph({ text: nothing, tone: "label" })];
  return ["", ...logLines(log, { ...options, most: options.most - 1 }, brush)];
}
