import { createHandles } from "../base/names/handle.js";
import { listedMarket } from "../base/names/listed-market.js";
import { onceEach } from "../base/names/market-name.js";
import type { Position } from "../client/resources/records.js";
import { DEFAULT_STRESS, type Inputs, PositionOf } from "../figures/subjects.js";
import { PAIR_DATA, rankAnswer, rankingOf } from "../run/ranking.js";
import { SHARE } from "../settings/kinds.js";
import { type Facts, historyOf, limitsIn, prepared } from "./facts.js";
import type { Result } from "./result.js";
import { typedValue } from "./typed.js";

/** Options of {@link rankOf}. */
export interface RankOptions {
  /** Fee of a fill: `5bps` (the default), `0.05%`. */
  readonly fee?: string | undefined;
  /** Open positions whose pairs are marked; default: no row says whether it is held. */
  readonly positions?: readonly Position[] | undefined;
}

/**
 * Ranks the pairs of markets of one asset by what the next 7 days are likely to pay, as
 * `carry funding rank -o json` prints it, the best first.
 * @param markets records of `client.funding.markets()` with an id; asset, exchange and symbol if known
 * @returns rates in percent of the notional a year; the value of an unknown one is null, and it says why
 * @throws {UsageError} if the fee or a limit is invalid
 */
export function rankOf(
  markets: readonly unknown[],
  facts: Facts,
  { fee: typed, positions = [] }: RankOptions = {},
): Result {
  const fee = typedValue("fee", SHARE, typed);
  const listed = onceEach(markets.map(listedMarket));
  const eventsOf = historyOf(facts);
  const events = listed.flatMap(({ id }) => {
    const own = eventsOf(id);
    return own === undefined ? [] : [{ id, events: own }];
  });
  const ranking = rankingOf(listed, events, held(positions, facts), {
    ...{ assets: [], now: facts.now, fee },
  });
  const data = { inputs: ranking, rows: ranking.pairs, totals: ranking };
  return rankAnswer("rank", PAIR_DATA).json(data).value;
}

function held(positions: readonly Position[], facts: Facts): PositionOf[] {
  const { positions: whole, portfolio_id, ...known } = prepared(positions, facts);
  const handles = createHandles(false, positions);
  const inputs: Inputs = {
    ...{ ...known, limits: limitsIn(facts), stress: DEFAULT_STRESS },
    nameOf: (position) => handles.of(position),
    ownerOf: () => ({ portfolio_id }),
    pool: () => {
      throw new Error("held pairs need no pool");
    },
  };
  return whole.map((it) => new PositionOf(inputs, it));
}
