import { BOTH_SIDES } from "../../analytics/market/by-side.js";
import type { Candidate } from "../../analytics/rotation/figures.js";
import type { Handles } from "../../base/names/handle.js";
import type { NamedMarket } from "../../base/names/market-name.js";
import type { Fees } from "../../settings/kinds.js";
import type { marketFinder } from "../../views/market/market-fields.js";
import type { NamedLeg } from "../../views/position/pair.js";

/** What the answers about a position and the book depend on. */
export interface RotateTerms {
  readonly handles?: Handles;
  /** Listed markets, and held ones that are not listed. */
  readonly markets: readonly NamedMarket[];
  /** Exchanges of which a candidate has one; undefined for all. */
  readonly exchanges?: readonly string[] | undefined;
  /** Fees of a fill; undefined without any. */
  readonly fees: Fees | undefined;
  /** Minimum gain, USD a day, as typed. */
  readonly minGain?: string | undefined;
  /** Number of rows to show; all when omitted. */
  readonly top: number | undefined;
  /** Time of the service, milliseconds since the epoch. */
  readonly now: number;
}

/** Returns the legs of a candidate. */
export function legsOf(
  find: ReturnType<typeof marketFinder>,
  candidate: Pick<Candidate, "long" | "short">,
): NamedLeg[] {
  return BOTH_SIDES.map((side) => {
    const { exchange = String(candidate[side]), symbol = "", ...it } = find(candidate[side]);
    return { side, exchange, symbol, isOneOfSeveral: it.isOneOfSeveral === true };
  });
}

/** Returns a test for pairs with a leg on one of the exchanges, ignoring case. */
export function pairsOn(
  find: ReturnType<typeof marketFinder>,
  exchanges: readonly string[] | undefined,
) {
  const wanted = new Set(exchanges?.map((name) => name.toLowerCase()));
  return (pair: Pick<Candidate, "long" | "short">) =>
    exchanges === undefined ||
    legsOf(find, pair).some(({ exchange }) => wanted.has(exchange.toLowerCase()));
}
