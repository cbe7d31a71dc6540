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
  const shown = most < 1 ? [] : log.slice(-most);
  const widest = Math.max(0, ...shown.map(({ name }) => name.length));
  return shown.map(({ at, what, name, detail }) => {
    const pieces: Piece[] = [
      { text: logTime(at, now, zone), tone: "label" },
      {
        text: what.padEnd(WIDEST),
        ...(URGENT.has(what) ? { emphasis: "alert" } : { tone: "heading" }),
      },
      { text: name.padEnd(widest) },
      ...(detail === "" ? [] : [{ text: detail }]),
    ];
    return brush.line(pieces, "  ");
  });
}
