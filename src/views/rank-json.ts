import { isCovered, RANK_WINDOWS, type Ranked } from "../analytics/rank.js";
import type { RankWindow } from "../analytics/rank-window.js";
import type { ListedMarket } from "../base/listed-market.js";
import { HOUR_MS } from "../base/periods.js";
import { sourced } from "../output/formats/exact-json.js";
import type { Sourced } from "../output/text/sourced.js";
import { measureJson } from "./measure-fields.js";
import type { ShownRanking } from "./shown-ranking.js";

/** Output of `funding rank -o json`; its shape is that of `carry schema rank`. */
export function rankJson(shown: ShownRanking): Sourced<unknown> {
  const { by, ranking, markets, assets, terms, top, archive, asOf, unfetched } = shown;
  const byId = new Map(markets.map((market) => [market.id, market]));
  const rows = ranking.ranked.slice(0, top);
  return sourced({
    inputs: {
      by,
      assets,
      min_days: terms.minDays ?? null,
      max_holes: terms.maxHoles ?? null,
      top: top ?? null,
      archive: archive ?? null,
      as_of: asOf === undefined ? null : time(asOf),
      until: time(terms.now),
    },
    rows: rows.map((row) => rowJson(row, by, (id) => byId.get(id))),
    totals: {
      rows: rows.length,
      judged: ranking.judged,
      left_out: ranking.leftOut,
      too_few_events: ranking.unspaced,
      no_history: unfetched,
      conflicting: ranking.conflicting,
      without_asset: markets.filter(({ asset }) => asset === undefined).map(({ id }) => id),
      chosen_after_the_fact: true,
    },
  });
}

type MarketOf = (id: number) => ListedMarket | undefined;

function rowJson(row: Ranked, by: ShownRanking["by"], marketOf: MarketOf) {
  const { long, short, windows, worstWeek, holes, conflicting, period } = row;
  return {
    asset: marketOf(long)?.asset ?? null,
    ...(by === "market" || short === undefined
      ? { market: marketJson(long, marketOf) }
      : { long: marketJson(long, marketOf), short: marketJson(short, marketOf) }),
    annualised: byWindow((window) => measureJson(windows[window])),
    worst_week: {
      ...measureJson(worstWeek),
      independent: worstWeek.independent,
      until: worstWeek.until === undefined ? undefined : time(worstWeek.until),
    },
    covered: isCovered(row),
    holes,
    conflicting,
    period_hours: period / HOUR_MS,
  };
}

function marketJson(id: number, marketOf: MarketOf) {
  const { exchange = null, symbol = null } = marketOf(id) ?? {};
  return { market_id: id, exchange, symbol };
}

function byWindow<T>(of: (window: RankWindow) => T): Record<string, T> {
  return Object.fromEntries(RANK_WINDOWS.map((window) => [window, of(window)]));
}

function time(at: number): string {
  return new Date(at).toISOString();
}
