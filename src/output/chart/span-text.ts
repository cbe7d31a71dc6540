import { formatTime } from "../text/format-time.js";
import type { Span } from "./layout/columns.js";

/** Describes the start and the end of a chart: `from 2026-05-25 08:00Z to 2026-06-01 08:00Z`. */
export function spanText({ from, to }: Span, zone: string | undefined): string {
  const [first, last] = [from, to].map((time) => formatTime(new Date(time).toISOString(), zone));
  return `from ${first} to ${last}`;
}
