import { BOTH_SIDES } from "../../analytics/market/by-side.js";
import type { Balance } from "../../analytics/position/hedge.js";
import type { Handles } from "../../base/names/handle.js";
import type { NamedMarket } from "../../base/names/market-name.js";
import type { Position } from "../../client/resources/position.js";
import { feeOn } from "../../command/share.js";
import { firstOf } from "../../output/text/first-of.js";
import { nearestTo } from "../../output/text/nearest.js";
import type { Fees } from "../../settings/kinds.js";
import type { marketFinder } from "../../views/market/market-fields.js";
import type { NamedLeg } from "../../views/position/pair.js";
import type { Owned, OwnTotals } from "../../views/row-fields.js";
import type { Book } from "./book.js";
import type { Candidate, Rotation } from "./figures.js";

/** What the answers about a position and about the book rest on. */
export interface RotateTerms {
  readonly handles?: Handles;
  /** Listed markets, and held ones that are not listed. */
  readonly markets: readonly NamedMarket[];
  /** Exchanges of which a candidate has one; undefined for all. */
  readonly exchanges?: readonly string[] | undefined;
  /** Fees of a fill; undefined without any. */
  readonly fees: Fees | undefined;
  /** Least gain that is wanted, USD a day, as it was typed. */
  readonly minGain?: string | undefined;
  /** Number of rows to show; all when omitted. */
  readonly top: number | undefined;
  /** Time of the service, milliseconds since the epoch. */
  readonly now: number;
}

/** A position with the pairs that it could move to. */
export interface ShownRotation extends RotateTerms, Owned {
  readonly position: Position;
  readonly balance: Balance;
  readonly rotation: Rotation;
  /** True if a leg may be closed and could not be checked. */
  readonly isUnchecked: boolean;
}

/** The open positions with their best alternatives. */
export interface ShownBook extends RotateTerms {
  /** Names of positions that were typed. */
  readonly ids: readonly string[];
  /** `--asset`; undefined without it. */
  readonly asset: readonly string[] | undefined;
  readonly book: Book;
  /** Each portfolio alone. */
  readonly portfolios: readonly OwnTotals<Book>[];
}

/** Returns what a candidate holds on each side. */
export function legsOf(
  find: ReturnType<typeof marketFinder>,
  candidate: Pick<Candidate, "long" | "short">,
): NamedLeg[] {
  return BOTH_SIDES.map((side) => {
    const { exchange = String(candidate[side]), symbol = "", ...it } = find(candidate[side]);
    return { side, exchange, symbol, isOneOfSeveral: it.isOneOfSeveral === true };
  });
}

/** Returns whether a pair has a leg on one of the exchanges, in any case of letters. */
export function pairsOn(
  find: ReturnType<typeof marketFinder>,
  exchanges: readonly string[] | undefined,
) {
  const wanted = new Set(exchanges?.map((name) => name.toLowerCase()));
  return (pair: Pick<Candidate, "long" | "short">) =>
    exchanges === undefined ||
    legsOf(find, pair).some(({ exchange }) => wanted.has(exchange.toLowerCase()));
}

/** Returns the exchanges with legs to trade whose fee is unknown, each once. */
export function exchangesWithoutFee(
  find: ReturnType<typeof marketFinder>,
  candidates: readonly Candidate[],
  fees: Fees | undefined,
): string[] {
  const unpriced = candidates.filter(({ cost }) => cost.value === null);
  const traded = unpriced.flatMap((it) =>
    legsOf(find, it).filter(({ side }) => !it.keeps.includes(side)),
  );
  const lacking = traded.filter(({ exchange }) => feeOn(fees, exchange) === undefined);
  return [...new Set(lacking.map(({ exchange }) => exchange))];
}

/** Returns the fees of a fill: `5bps`, or `bybit 5.5bps, default 5bps`; undefined without any. */
export function feesText(fees: Fees | undefined): string | undefined {
  const texts = [...(fees ?? [])].map(([name, { amount, unit }]) =>
    fees?.size === 1 && name === "default" ? `${amount}${unit}` : `${name} ${amount}${unit}`,
  );
  return texts.length === 0 ? undefined : firstOf(texts);
}

/** Says that no pair is compared, and of `--exchange` what was probably meant. */
export function whyEmpty({ exchanges = [], markets = [] }: Partial<ShownRotation> = {}): string {
  if (exchanges.length === 0) return "No other pair to compare.";
  const known = [...new Set(markets.flatMap(({ exchange }) => exchange ?? []))];
  const meant = exchanges.map((name) => nearestTo(name, known)).filter((it) => it !== undefined);
  const hint = meant.length === 0 ? "" : ` (did you mean ${meant.join(", ")}?)`;
  return `No other pair to compare: none matches --exchange ${exchanges.join(", ")}${hint}.`;
}

/** What no rotation has. */
export const NOT_KNOWN = [
  "entry basis",
  "margin",
  "slippage",
  "moving collateral",
  "how much can be traded",
] as const;
