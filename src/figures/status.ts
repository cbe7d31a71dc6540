import { statusOf as worked } from "../analytics/portfolio/status.js";
import type { Position } from "../client/resources/records.js";
import { STATUS } from "../features/status/record.js";
import { type Facts, limitsIn, prepared } from "./facts.js";
import type { Result } from "./result.js";

/**
 * Returns the status of open positions, as `carry status -o json` prints it: totals, current funding,
 * what needs attention, worst first, and what is unknown.
 * @param positions open ones with their performance, as `client.positions.list` returns them
 * @returns amounts in USD, rates in percent a year, each figure with its unit and coverage; what is unknown
 * is null
 * @throws {UsageError} if a limit is invalid
 */
export function statusOf(positions: readonly Position[], facts: Facts): Result {
  const {
    historyOf,
    now,
    isUnchecked,
    portfolio_id,
    positions: whole,
  } = prepared(positions, facts);
  const criteria = { limits: limitsIn(facts), now, historyOf, isUnchecked };
  const ownerOf = () => ({ portfolio_id });
  return STATUS.json({ ...worked(whole, historyOf, criteria), ownerOf }).value;
}
