import { logTime } from "../clock-time.js";
import type { LogEntry } from "../event-log.js";
import type { Brush, Piece } from "./brush.js";

const WIDEST = "vanished".length;

/** Events that are highlighted, since they may need attention. */
const URGENT: ReadonlySet<LogEntry["what"]> = new Set(["alerted", "vanished", "unhedged"]);

export interface LogLinesOptions {
  /** Maximum number of entries. */
  readonly most: number;
  /** Current time in milliseconds since the epoch. */
  readonly now: number;
  /** IANA name; undefined for the local zone. */
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
      ...(id === "" ? [] : [{ text: id, tone: "label" } as const]),
      ...(detail === "" ? [] : [{ text: detail }]),
    ];
    return brush.line(pieces, "  ");
  });
}

/** Returns the log as a page, with as many of the last entries as fit. */
export function logPage(
  log: readonly LogEntry[],
  options: LogLinesOptions,
  brush: Brush,
): string[] {
  const nothing = "Nothing has happened since the watch began.";
  if (log.length === 0) return ["", ...brush.paragraph({ text: nothing, tone: "label" })];
  return ["", ...logLines(log, { ...options, most: options.most - 1 }, brush)];
}
