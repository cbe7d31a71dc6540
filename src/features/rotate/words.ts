import type { Balance } from "../../analytics/position/hedge.js";
import type { Book } from "../../analytics/rotation/book.js";
import type { Candidate, Rotation } from "../../analytics/rotation/figures.js";
import type { Position } from "../../client/resources/position.js";
import { feeOn } from "../../command/share.js";
import { firstOf } from "../../output/text/first-of.js";
import { nearestTo } from "../../output/text/nearest.js";
import { legsOf, type RotateTerms } from "../../portfolio/rotation/terms.js";
import type { Fees } from "../../settings/kinds.js";
import type { marketFinder } from "../../views/market/market-fields.js";
import type { Owned, OwnTotals } from "../../views/row-fields.js";

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

/** Explains why no pair is compared, with the exchanges probably meant by `--exchange`. */
export function whyEmpty({ exchanges = [], markets = [] }: Partial<ShownRotation> = {}): string {
  if (exchanges.length === 0) return "No other pair to compare.";
  const known = [...new Set(markets.flatMap(({ exchange }) => exchange ?? []))];
  const meant = exchanges.map((name) => nearestTo(name, known)).filter((it) => it !== undefined);
  const hint = meant.length === 0 ? "" : ` (did you mean ${meant.join(", ")}?)`;
  return `No other pair to compare: none matches --exchange ${exchanges.join(", ")}${hint}.`;
}

/** What the figures of a rotation leave out. */
export const NOT_KNOWN = [
  "entry basis",
  "margin",
  "slippage",
  "moving collateral",
  "how much can be traded",
] as const;
