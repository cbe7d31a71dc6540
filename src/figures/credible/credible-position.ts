import type { Big } from "big.js";
import { asSent, doubtedFields, replacing } from "../../base/as-sent.js";
import { decimal, type Figure, sumOf } from "../../base/decimal.js";
import { isSettled } from "../../base/time/moment.js";
import { instantOf } from "../../client/listing/record-time.js";
import type { Leg, Performance, Position } from "../../client/resources/position.js";
import { pricePnlOf } from "../engine/position/legs.js";
import { countedAlike, unitPrice } from "./multiples.js";

/** Least and greatest leverage that an exchange offers. */
const LEVERAGE = { least: 0.1, most: 500 };
/** Greatest factor between two prices of one asset, and between a mark and the open price it confirms. */
const MOST_APART = 3;
/** Greatest difference of a net PnL from the sum of its parts: USD, and a share of the largest part. */
const SUM = { apart: 0.01, share: 1e-6 };

/**
 * Returns a position as figures use it: without what cannot be true. A price that is not above zero is
 * missing; a leverage that no exchange offers, a price that another leg's and its own other price speak
 * against, and a net PnL that is not the sum of its parts are unknown. A time of opening that is to come stays,
 * but {@link implausibleFields} names it, too. What was sent stays reachable by {@link asSent}. Source:
 * FIGURES, the credible door.
 * @param now time of the service, milliseconds since the epoch
 */
export function crediblePosition<P extends Judged>(position: P, now?: number): P {
  const { opened_at: opened } = position;
  if (opened !== undefined && now !== undefined && !isSettled(instantOf(opened), now)) {
    return replacing(crediblePosition(position), {}, ["opened_at"]);
  }
  const legs = credibleLegs(position);
  const performance = position.performance && crediblePerformance(position.performance);
  if (legs === position.legs && performance === position.performance) return position;
  return { ...position, legs, ...(performance !== undefined && { performance }) };
}

/** What is judged of a position. */
type Judged = Pick<Position, "asset" | "status" | "legs" | "performance"> &
  Partial<Pick<Position, "opened_at">>;

/** Describes what cannot be true of a position: its field and the value that was sent. */
export function implausibleValues(position: Pick<Position, "legs" | "performance">): string[] {
  const valueIn = (record: object, name: string) => String(Reflect.get(asSent(record), name));
  const { legs, performance } = position;
  const all = [position, ...legs, ...(performance === undefined ? [] : [performance])];
  const values = all.flatMap((it) => doubtedFields(it).map((name) => valueIn(it, name)));
  return implausibleFields(position).map((field, at) => `${field} ${values[at]}`);
}

/** Returns the paths of the fields of a position whose values cannot be true, such as `legs.0.mark_price`. */
export function implausibleFields(position: Pick<Position, "legs" | "performance">): string[] {
  const { legs, performance } = position;
  const ofLegs = legs.flatMap((leg, at) => doubtedFields(leg).map((name) => `legs.${at}.${name}`));
  const others = performance === undefined ? [] : doubtedFields(performance);
  return [...doubtedFields(position), ...ofLegs, ...others.map((name) => `performance.${name}`)];
}

function credibleLegs({ asset, status, legs, performance }: Judged): readonly Leg[] {
  const isPlain = legs.every((leg) => isPriced(leg) && isLeverage(leg.leverage));
  if (isPlain && areNear(legs, "mark_price") && areNear(legs, "open_price")) return legs;
  const priced = legs.map(withoutZeros);
  const doubts = status === "open" ? doubtedPrices(priced, asset, performance) : [];
  return legs.map((leg, at) => {
    const doubted = [
      ...(doubts[at] ?? []),
      ...(isLeverage(leg.leverage) ? [] : ["leverage" as const]),
    ];
    if (isPriced(leg) && doubted.length === 0) return leg;
    const { open_price, mark_price } = withoutZeros(leg);
    const gone = Object.fromEntries(doubted.map((name) => [name, null]));
    return replacing(leg, { open_price, mark_price, ...gone }, doubted);
  });
}

/**
 * Returns the prices of each leg that cannot be true: the mark is far from the leg's own open price, and from
 * another leg's mark; or the same of the open price, and the service's unrealized PnL does not speak for it.
 */
function doubtedPrices(legs: readonly Leg[], asset: string, performance: Performance | undefined) {
  const isAgreed = agreesWithUnrealized(legs, performance);
  const counted = countedAlike(legs, asset).map(({ record, factor }) => ({
    open: unit(record.open_price, factor),
    mark: unit(record.mark_price, factor),
  }));
  return counted.map((own) => {
    if (own.open !== null && own.mark !== null && !isApart(own.open, own.mark)) return [];
    const isAlone = (name: "open" | "mark") => counted.some((it) => isApart(own[name], it[name]));
    return [
      ...(isAlone("mark") ? ["mark_price" as const] : []),
      ...(isAlone("open") && !isAgreed ? ["open_price" as const] : []),
    ];
  });
}

/** Reports whether the prices of legs are near each other, so that none is a multiple or far off. */
function areNear(legs: readonly Leg[], name: "open_price" | "mark_price"): boolean {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const { [name]: price } of legs) {
    if (price === null) continue;
    least = Math.min(least, price);
    most = Math.max(most, price);
  }
  return most <= least * MOST_APART;
}

function isPriced({ open_price: open, mark_price: mark }: Leg): boolean {
  return (open === null || open > 0) && (mark === null || mark > 0);
}

function withoutZeros(leg: Leg): Leg {
  const above = (price: number | null) => (price !== null && price > 0 ? price : null);
  return { ...leg, open_price: above(leg.open_price), mark_price: above(leg.mark_price) };
}

function unit(price: number | null, factor: Big): Figure {
  const known = decimal(price);
  return known && unitPrice({ factor }, known);
}

function isApart(one: Figure | undefined, other: Figure): boolean {
  if (one == null || other === null) return false;
  return one.gt(other.times(MOST_APART)) || other.gt(one.times(MOST_APART));
}

function isLeverage(leverage: number | null): boolean {
  return leverage === null || (leverage >= LEVERAGE.least && leverage <= LEVERAGE.most);
}

/** Reports whether the prices of the legs explain the unrealized price PnL that the service computed. */
function agreesWithUnrealized(legs: readonly Leg[], performance: Performance | undefined): boolean {
  const unrealized = decimal(performance?.spread_pnl.unrealized ?? null);
  const parts = legs.filter(({ quantity }) => quantity !== 0).map(pricePnlOf);
  const sum = sumOf(parts);
  if (unrealized === null || sum === null) return false;
  const size = parts.reduce<Big>(
    (most, it) => (it?.abs().gt(most) ? it.abs() : most),
    unrealized.abs(),
  );
  return sum.minus(unrealized).abs().lte(size.times("0.01").plus(SUM.apart));
}

/** Returns the parts that the net PnL of a performance is the sum of, USD. */
export function partsOfNet({ funding_pnl, spread_pnl, fees }: Performance): Figure[] {
  const { realized, unrealized } = spread_pnl;
  return [funding_pnl, realized, unrealized, -fees.paid, -fees.estimated_exit].map(decimal);
}

function crediblePerformance(performance: Performance): Performance {
  const parts = partsOfNet(performance);
  const [net, sum] = [decimal(performance.net_pnl), sumOf(parts)];
  if (net === null || sum === null) return performance;
  const largest = Math.max(...[net, ...parts].map((it) => Math.abs(Number(it))));
  if (
    net
      .minus(sum)
      .abs()
      .lte(SUM.apart + SUM.share * largest)
  )
    return performance;
  return replacing(performance, { net_pnl: null, apr: null }, ["net_pnl", "apr"]);
}
