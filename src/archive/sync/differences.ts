import { minuteOf } from "../../base/time/periods.js";
import type { FundingRow } from "../tables.js";
import { type Correction, correctionOf } from "./correction.js";
import { digestOf } from "./event-digest.js";
import type { KnownEvents } from "./known-events.js";

/** What an answer has that the archive does not. */
export interface Differences {
  /** Rows that are new or differ. */
  readonly rows: readonly FundingRow[];
  /** Number of events in the answer. */
  readonly events: number;
  /** Number of events that are new. */
  readonly added: number;
  readonly corrections: readonly Correction[];
}

/** Compares the rows of an answer, by time, with what the archive has of their events. */
export async function differencesOf(
  known: KnownEvents,
  marketId: number,
  answer: readonly FundingRow[],
): Promise<Differences> {
  const rows: FundingRow[] = [];
  const corrections: Correction[] = [];
  let [events, added] = [0, 0];
  for (let from = 0, to = 0; from < answer.length; from = to) {
    const minute = minuteAt(answer, from);
    for (to = from + 1; minuteAt(answer, to) === minute; ) to++;
    const own = answer.slice(from, to);
    events++;
    const digest = known.digestAt(marketId, minute);
    if (digest === undefined) added++;
    else if (digest === digestOf(own)) continue;
    else corrections.push(...correctionOf(await known.find(marketId, minute), own));
    rows.push(...own);
  }
  return { rows, events, added, corrections };
}

function minuteAt(rows: readonly FundingRow[], at: number): number {
  return minuteOf(rows[at]?.funding_time ?? Number.NaN);
}
