import type { BacktestResult } from "../../generated/results.js";
import { bySide } from "../analytics/market/by-side.js";
import { eventOf } from "../analytics/market/settled-event.js";
import { listedMarket } from "../base/names/listed-market.js";
import { UsageError } from "../base/usage-error.js";
import { pairRange } from "../features/backtest/pair-range.js";
import { BACKTEST } from "../features/backtest/record.js";
import { shownBacktest } from "../features/backtest/shown.js";
import { backtestInputs, TERMS_OPTIONS } from "../features/backtest/terms-options.js";
import type { Facts } from "./facts.js";
import { typedValues } from "./typed.js";

/** Two markets: ids, or records of `client.funding.markets()`, whose names are then in the result. */
export interface MarketPair {
  readonly long: unknown;
  readonly short: unknown;
}

/** The terms of a hedge, as typed for `carry funding backtest`. */
export interface BacktestOptions {
  /** Fee of a fill of both sides: `5bps`, `0.05%`. */
  readonly fee?: string | undefined;
  readonly feeLong?: string | undefined;
  readonly feeShort?: string | undefined;
  /** Slippage of a fill; default: none. */
  readonly slippage?: string | undefined;
  /** Notional of the larger side at entry, USD; default: 10000. */
  readonly notional?: string | number | undefined;
  /** Leverage of both legs, or of the long and the short one: `5`, `5,3`. */
  readonly leverage?: string | number | undefined;
  /** Length of hedges to compute as well, one for each UTC day: `7d`. */
  readonly hold?: string | undefined;
  /** What to do where events are missing; default: take the longest stretch without a gap. */
  readonly gaps?: "refuse" | "allow" | undefined;
  /** Units of the asset in one unit of a market; default: 1. */
  readonly multiplierLong?: string | number | undefined;
  readonly multiplierShort?: string | number | undefined;
  /** Range of entry and exit, milliseconds since the epoch, end exclusive; default: the last 30 days. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/**
 * Computes the past funding of a hedge of two markets, as `carry funding backtest -o json` prints it.
 * @param facts with the events of both markets from 2 days before the start on, for their spacing
 * @returns amounts in USD, rates in percent a year; what is unknown is null
 * @throws {UsageError} if no fee is given, an option or a market is invalid, or the events allow no hedge:
 * none in the range, never together, missing ones with `gaps: "refuse"`, or units that are not the same
 */
export function backtestOf(
  pair: MarketPair,
  { events, now }: Facts,
  { start, end, ...typed }: BacktestOptions,
): BacktestResult {
  const asked = typedValues(TERMS_OPTIONS, typed);
  const range = pairRange({ start, end }, now);
  const markets = bySide((side) => marketOf(pair[side], side));
  const settled = bySide((side) => {
    const { id } = markets[side];
    const all = (events.get(id) ?? []).map(eventOf);
    return { marketId: id, records: all.filter(({ time }) => time >= range.rhythmFrom) };
  });
  const fetched = { markets, events: settled, range, isArchived: false };
  return BACKTEST.json(shownBacktest(fetched, backtestInputs(asked), asked))
    .value as BacktestResult;
}

function marketOf(market: unknown, side: string) {
  const { id, ...names } = listedMarket(typeof market === "number" ? { id: market } : market);
  if (id === undefined) throw new UsageError(`${side}: the market has no id`);
  return { ...names, id };
}
