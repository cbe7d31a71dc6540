import { createHandles } from "../base/names/handle.js";
import type { Position } from "../client/resources/records.js";
import { RISK } from "../features/risk/record.js";
import { shownRisk } from "../features/risk/shown.js";
import { STRESS } from "../features/risk/stress-option.js";
import { checkExchanges, stressesOf } from "../features/risk/stresses.js";
import { type Facts, limitsIn, prepared } from "./facts.js";
import type { Result } from "./result.js";
import { typedValue } from "./typed.js";

/** Options of {@link riskOf}. */
export interface RiskOptions {
  /** Stresses as typed for `--stress`: `price=20%`, `basis=1%`, `funding=-1`, `down=bybit`. */
  readonly stress?: readonly string[] | undefined;
}

/**
 * Returns the risk of positions, as `carry positions risk -o json` prints it: each held leg with the distance
 * to the loss of its initial margin, what is unhedged of each position, and stresses.
 * @param positions as `client.positions.list` returns them with their performance
 * @returns amounts in USD, distances in percent and in daily standard deviations; what is unknown is null,
 * with a code
 * @throws {UsageError} if a limit or a stress is invalid, or nothing is held on the exchange of one; of the
 * limits, only `margin` and `stale` are used
 */
export function riskOf(
  positions: readonly Position[],
  facts: Facts,
  { stress = [] }: RiskOptions = {},
): Result {
  const { historyOf, now, portfolio_id, ...whole } = prepared(positions, facts);
  const { margin, staleMs } = limitsIn(facts);
  const stresses = stress.flatMap((text) => {
    const typed = typedValue("stress", STRESS, text);
    return typed === undefined ? [] : stressesOf(typed);
  });
  checkExchanges(stresses, whole.positions);
  const ownerOf = () => ({ portfolio_id });
  const inputs = { margin, staleMs, now, historyOf, stresses, ownerOf };
  return RISK.json(shownRisk({ ...whole, handles: createHandles(true, positions) }, inputs)).value;
}
