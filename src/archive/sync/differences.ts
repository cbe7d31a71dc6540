import { groupBy } from "../../base/collections.js";
import { minuteOf } from "../../base/time/periods.js";
import { digestOf } from "../read/event-digest.js";
import type { FundingRow } from "../tables.js";
import { type Correction, correctionOf } from "./correction.js";
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
  let added = 0;
  const events = groupBy(answer, (row) => minuteOf(row.funding_time));
  for (const [minute, own] of events) {
    const digest = known.digestAt(marketId, minute);
    if (digest === undefined) added++;
    else if (digest === digestOf(own)) continue;
    else corrections.push(...correctionOf(await known.find(marketId, minute), own));
    rows.push(...own);
  }
  return { rows, events: events.size, added, corrections };
}
