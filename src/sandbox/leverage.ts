import { midnightOf } from "../base/time/periods.js";
import { type Market, markUnits } from "./market.js";

const drawn = [1, 2, 2, 3, 3, 5, 5, 10];
/** Lower leverages for legs with larger losses, so that their margin is not used up. */
const ladder = [10, 5, 3, 2, 1, 0.5, 0.25, 0.1];

/** The properties of a leg that determine its leverage; prices are in the market's smallest steps. */
interface Margined {
  readonly side: "long" | "short";
  readonly market: Market;
  readonly openPrice: number;
  readonly mark: { readonly price: number } | null;
  /** ms since epoch. */
  readonly asOf: number;
}

/**
 * Returns the leverage of a leg: as drawn, or lower if the price has moved against it. At midnight six
 * tenths of the initial margin are left, at the current mark at least half.
 * @param draw number that selects the original leverage
 */
export function leverageOf(
  { side, market, openPrice, mark, asOf }: Margined,
  draw: number,
): number {
  const most = drawn[draw % drawn.length] ?? 1;
  const direction = side === "long" ? 1 : -1;
  const lossAt = (price: number) => direction * (1 - price / openPrice);
  const midnight = lossAt(markUnits(market, midnightOf(asOf)));
  const now = mark === null ? midnight : lossAt(mark.price);
  const holds = (leverage: number) => leverage * midnight <= 0.4 && leverage * now <= 0.5;
  return ladder.find((leverage) => leverage <= most && holds(leverage)) ?? 0.1;
}
