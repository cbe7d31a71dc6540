import { Big } from "big.js";
import { type BySide, bySide } from "../../analytics/market/by-side.js";
import { marketLabel } from "../../base/names/market-name.js";
import { shareOf } from "../../command/share.js";
import type { FormatContext } from "../../output/text/format.js";
import type { FetchedPair } from "../../portfolio/markets/compared-markets.js";
import { backtest } from "./figures.js";
import type { ShownBacktest } from "./lines.js";
import { refused } from "./refusal.js";
import type { BacktestTerms } from "./terms.js";
import type { BacktestInputs, TermsAsked } from "./terms-options.js";

/** Computes a hedge; `look` formats errors. @throws {UsageError} if the markets have nothing to compute */
export function shownBacktest(
  pair: FetchedPair,
  inputs: BacktestInputs,
  asked: TermsAsked,
  look?: FormatContext,
): ShownBacktest {
  const terms = termsOf(inputs, asked, pair.range);
  const { events, markets } = pair;
  const result = backtest(
    bySide((side) => events[side].records),
    terms,
  );
  if (!("why" in result)) return { pair, result, terms };
  const labels = bySide((side) => marketLabel(markets[side]));
  throw refused(result, labels, look);
}

function termsOf(
  { notional, fee, slippage, multiplier }: BacktestInputs,
  { leverage, hold, gaps }: TermsAsked,
  { start, end }: FetchedPair["range"],
): BacktestTerms {
  const both = <T>(of: BySide<T>, make: (own: T) => Big) => bySide((side) => make(of[side]));
  const exact = (digits: string) => new Big(digits);
  return {
    notional: exact(notional),
    fee: both(fee, shareOf),
    slippage: shareOf(slippage),
    multiplier: both(multiplier, exact),
    leverage: leverage && both({ long: leverage[0], short: leverage[1] }, exact),
    ...{ hold, gaps, start, end },
  };
}
