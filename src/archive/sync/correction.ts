import { toDecimal } from "../../base/decimal.js";
import type { CurrentEvent } from "../read/current-events.js";
import type { FundingRow } from "../tables.js";

/** An event that the service has changed. */
export interface Correction {
  readonly market_id: number;
  /** Milliseconds since the epoch. */
  readonly funding_time: number;
  readonly before: FundingRow;
  readonly now: FundingRow;
}

/**
 * Returns the correction of an event; none when only the texts differ, such as 0.10 for 0.1: that is
 * recorded, but nothing was corrected. An answer that contradicts itself counts as a correction.
 */
export function correctionOf(
  known: CurrentEvent | undefined,
  rows: readonly FundingRow[],
): readonly Correction[] {
  if (known === undefined) return [];
  for (const before of [known.row, ...known.others]) {
    const now = rows.find((row) => !sameValues(before, row));
    if (now === undefined) continue;
    return [{ market_id: now.market_id, funding_time: now.funding_time, before, now }];
  }
  return [];
}

/** Reports whether two rows of an event have the same values. */
export function sameValues(a: FundingRow, b: FundingRow): boolean {
  return (
    sameDecimal(a.funding_rate, b.funding_rate) &&
    sameDecimal(a.mark_price, b.mark_price) &&
    a.funding_interval === b.funding_interval
  );
}

function sameDecimal(a: string | null, b: string | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  const [one, other] = [toDecimal(a), toDecimal(b)];
  return one !== undefined && other !== undefined && one.eq(other);
}
