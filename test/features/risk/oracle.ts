/**
 * Recalculates the risk of positions from the raw JSON, with doubles, from the definitions only.
 * Imports nothing from the program.
 */
import type { RawEvent } from "../../analytics/funding/run-oracle.js";
import { dailySd } from "../../recomputed/daily-sd.js";
import { balance } from "../../recomputed/positions.js";
import { dollarsADay, type Leg, type Listed, runOf } from "../../recomputed/reasons.js";

const STALE = 5 * 60_000;

export const heldOf = ({ legs }: Listed) => legs.filter(({ quantity }) => quantity !== 0);
const isNegative = ({ legs }: Listed) => legs.some(({ quantity }) => quantity < 0);
const total = (values: readonly number[]) => values.reduce((sum, it) => sum + it, 0);

export interface LegRisk {
  readonly leg: Leg & { readonly exchange?: string };
  readonly notional: number | null;
  readonly margin: number | null;
  readonly bankruptcyPrice: number | null;
  readonly distance: number | null;
  readonly distanceSd: number | null;
  readonly left: number | null;
  readonly thin: boolean | null;
  readonly unknown: string | null;
}

export function legRisk(
  position: Listed,
  leg: Leg,
  now: number,
  markets: ReadonlyMap<number, readonly RawEvent[]>,
): LegRisk {
  const { open_price: open, mark_price: mark, leverage, quantity } = leg;
  const sign = leg.side === "long" ? 1 : -1;
  const isLevered = leverage !== null && leverage > 0;
  const notional = mark === null || isNegative(position) ? null : mark * quantity;
  const hasGone = open !== null && isLevered && !isNegative(position);
  const bankruptcyPrice = hasGone ? open * (1 - sign / leverage) : null;
  const base = {
    ...{ leg, notional, bankruptcyPrice },
    margin: notional === null || !isLevered ? null : notional / leverage,
  };
  const because = (unknown: string) => ({
    ...{ ...base, distance: null, distanceSd: null, left: null, thin: null, unknown },
  });
  const time = leg.mark_price_updated_at;
  if (isNegative(position)) return because("quantity_negative");
  if (!isLevered) return because("no_leverage");
  if (mark === null) return because("mark_missing");
  if (open === null || bankruptcyPrice === null) return because("price");
  if (time === null) return because("mark_undated");
  if (Math.abs(now - Date.parse(time)) > STALE) return because("mark_old");
  const distance = ((sign * (mark - bankruptcyPrice)) / mark) * 100;
  if (distance <= 0) return because("past");
  const left = (1 + sign * leverage * (mark / open - 1)) * 100;
  const rest = { ...base, left, unknown: null };
  if (bankruptcyPrice <= 0) return { ...rest, distance: null, distanceSd: null, thin: false };
  const sd = leg.market_id === null ? null : dailySd(markets.get(leg.market_id), now);
  const distanceSd = sd === null ? null : Math.abs(Math.log(bankruptcyPrice / mark)) / sd;
  const isNear = distanceSd === null ? distance < 10 : distanceSd < 3;
  return { ...rest, distance, distanceSd, thin: isNear && left < 50 };
}

export interface Sum {
  readonly value: number | null;
  readonly counted: number;
  readonly of: number;
}

export function sum(values: readonly (number | null)[]): Sum {
  const known = values.filter((it) => it !== null);
  return {
    value: known.length === 0 && values.length > 0 ? null : total(known),
    counted: known.length,
    of: values.length,
  };
}

export function priceStress(positions: readonly Listed[], percent: number): Sum {
  return sum(
    positions.map((position) => {
      const { unhedged } = balance(position);
      return unhedged === null ? null : (unhedged * percent) / 100;
    }),
  );
}

/** Legs that a move takes past their bankruptcy price, and what is unhedged then without them. */
export function afterPrice(positions: readonly Listed[], percent: number) {
  const each = positions.map((position) => {
    const legs = heldOf(position);
    const isUnknown = legs.some((leg) => ruined(leg, percent) === undefined);
    const rest = position.legs.filter((leg) => ruined(leg, percent) !== true);
    const { unhedged } = balance({ ...position, legs: rest });
    const isNone = isUnknown || isNegative(position) || unhedged === null;
    const then = isNone ? null : Math.abs(unhedged * (1 + percent / 100));
    const gone = isNegative(position) ? [] : legs.filter((leg) => ruined(leg, percent) === true);
    return { id: position.position_id, gone: gone.length, then };
  });
  return { each: each.filter(({ gone }) => gone > 0), all: sum(each.map(({ then }) => then)) };
}

function ruined(leg: Leg, percent: number): boolean | undefined {
  const { open_price: open, mark_price: mark, leverage } = leg;
  if (open === null || mark === null || leverage === null || leverage <= 0) return undefined;
  const sign = leg.side === "long" ? 1 : -1;
  const price = open * (1 - sign / leverage);
  if ((mark - price) * sign <= 0) return undefined;
  return price > 0 && (mark * (1 + percent / 100) - price) * sign <= 0;
}

export function basisStress(positions: readonly Listed[], points: number): Sum {
  return sum(
    positions.map((position) => {
      if (isNegative(position)) return null;
      const [longs, shorts] = ["long", "short"].map((side) =>
        heldOf(position).filter((leg) => leg.side === side),
      );
      if (longs === undefined || shorts === undefined) return null;
      const short = total(shorts.map((leg) => leg.quantity * unitOf(position, leg)));
      if (short === 0) return 0;
      if (longs.length === 0 || longs.some(({ mark_price }) => mark_price === null)) return null;
      const worth = total(longs.map((leg) => leg.quantity * (leg.mark_price ?? 0)));
      const units = total(longs.map((leg) => leg.quantity * unitOf(position, leg)));
      return (-short * (worth / units) * points) / 100;
    }),
  );
}

/** Contract of a leg in units of the smallest one of the position. */
function unitOf(position: Listed, leg: Leg): number {
  const prices = heldOf(position).map((it) => it.mark_price ?? it.open_price ?? 0);
  const least = Math.min(...prices.filter((price) => price > 0));
  const ratio = (leg.mark_price ?? leg.open_price ?? 0) / least;
  const power = [2, 3, 4, 5, 6].find((k) => ratio / 10 ** k >= 0.8 && ratio / 10 ** k <= 1.25);
  return power === undefined ? 1 : 10 ** power;
}

export function fundingStress(
  positions: readonly Listed[],
  factor: number,
  markets: ReadonlyMap<number, readonly RawEvent[]>,
  now: number,
): Sum {
  return sum(
    positions.map((position) => {
      const week = dollarsADay(runOf(position, markets, now, 168));
      return week === null ? null : week * 30 * (factor - 1);
    }),
  );
}

/** What is unhedged without an exchange, and what is held there. */
export function downStress(
  positions: readonly Listed[],
  exchange: string,
): { readonly elsewhere: Sum; readonly held: Sum } {
  const isThere = (leg: Leg) => (leg as { exchange?: string }).exchange === exchange;
  const touched = positions.filter((position) => heldOf(position).some(isThere));
  return {
    elsewhere: sum(
      touched.map((position) => {
        if (isNegative(position)) return null;
        const legs = position.legs.filter((leg) => !isThere(leg));
        const { unhedged } = balance({ ...position, legs });
        return unhedged === null ? null : Math.abs(unhedged);
      }),
    ),
    held: sum(
      touched.map((position) => {
        const legs = heldOf(position).filter(isThere);
        if (isNegative(position) || legs.some(({ mark_price }) => mark_price === null)) return null;
        return total(legs.map((leg) => leg.quantity * (leg.mark_price ?? 0)));
      }),
    ),
  };
}
