import type { FundingRow } from "../tables.js";
import { type Correction, correctionOf } from "./correction.js";
import type { KnownEvents } from "./known-events.js";

/** What an answer has that the archive does not. */
export interface Differences {
  /** Rows that are new or differ. */
  readonly rows: readonly FundingRow[];
  /** Number of events that are new. */
  readonly added: number;
  readonly corrections: readonly Correction[];
}

/** Compares an answer of a market, its rows by the minute of their event, with what the archive has. */
export async function differencesOf(
  known: KnownEvents,
  marketId: number,
  events: ReadonlyMap<number, readonly FundingRow[]>,
): Promise<Differences> {
  const rows: FundingRow[] = [];
  const corrections: Correction[] = [];
  let added = 0;
  for (const [minute, own] of events) {
    const outcome = known.compare(marketId, minute, own);
    if (outcome === "same") continue;
    if (outcome === "new") added++;
    else corrections.push(...correctionOf(await known.find(marketId, minute), own));
    rows.push(...own);
  }
  return { rows, added, corrections };
}
