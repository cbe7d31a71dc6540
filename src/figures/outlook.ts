import { outlooksOf } from "../analytics/funding/portfolio-outlook.js";
import type { Position } from "../client/resources/records.js";
import { OUTLOOK, outlookRows } from "../features/outlook/record.js";
import { type Facts, limitsIn, prepared } from "./facts.js";
import type { Result } from "./result.js";

/**
 * Returns the outlook of positions, as `carry positions outlook -o json` prints it: the funding of each a day
 * over four windows, its worst week, its exit fees, its basis and its state; what costs most a day first.
 * @param positions as `client.positions.list` returns them with their performance
 * @returns amounts in USD, runs in USD a day, moves in percentage points; an unknown one is null, with a code
 * @throws {UsageError} if a limit is invalid; only `stale` is used
 */
export function outlookOf(positions: readonly Position[], facts: Facts): Result {
  const {
    historyOf,
    now,
    isUnchecked,
    portfolio_id,
    positions: whole,
  } = prepared(positions, facts);
  const { staleMs } = limitsIn(facts);
  const found = outlooksOf(whole, { historyOf, now, staleMs }, isUnchecked);
  const rows = outlookRows(found, () => ({ portfolio_id }), isUnchecked);
  const portfolios = [{ portfolio_id, totals: found }];
  return OUTLOOK.json({ found, rows, portfolios, now, staleMs, ids: [] }).value;
}
