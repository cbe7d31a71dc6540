import type { FundingRow } from "../tables.js";
import { type Correction, correctionOf } from "./correction.js";
import { eventsIn } from "./funding-rows.js";
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
  for (const { minute, rows: own } of eventsIn(answer)) {
    events++;
    const outcome = known.compare(marketId, minute, own);
    if (outcome === "same") continue;
    if (outcome === "new") added++;
    else corrections.push(...correctionOf(await known.find(marketId, minute), own));
    rows.push(...own);
  }
  return { rows, events, added, corrections };
}
