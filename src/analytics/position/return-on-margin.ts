import { decimal, type Figure, percentOf, sumOf } from "../../base/decimal.js";
import { rounded } from "../../base/whole.js";
import type { Position } from "../../client/resources/position.js";
import type { Measure } from "../measure.js";
import { freshnessOf } from "../sum.js";
import { heldLegs, whyUncountable } from "./held-legs.js";
import { notionalOf } from "./leg.js";
import {
  type Freshness,
  hasMarkOfUnknownAge,
  hasUndatedPerformance,
  restsOnStaleMark,
  restsOnStalePerformance,
} from "./mark.js";

/** Net PnL in relation to initial margins. */
export interface ReturnOnMargin {
  /** Percent of the margin. */
  readonly value: Measure;
  /** Σ notional ÷ leverage of the held legs at mark, USD; null if one is unknown, or without any. */
  readonly margin: Figure;
}

/** Returns net PnL ÷ margin of a position. */
export function returnOnMargin(position: Position, clock: Freshness): ReturnOnMargin {
  const [net, margin] = [netOf(position), marginOfAll(position)];
  const freshness = freshnessOf(
    restsOnStaleMark(position, clock) || restsOnStalePerformance(position, clock),
    hasMarkOfUnknownAge(position) || hasUndatedPerformance(position),
  );
  return returnOf(net, margin, freshness);
}

/** Returns the same of several positions, over those with both. */
export function returnOnMargins(positions: readonly Position[], clock: Freshness): ReturnOnMargin {
  const known = positions.filter((it) => netOf(it) !== null && marginOfAll(it) !== null);
  const [nets, margins] = [known.map(netOf), known.map(marginOfAll)];
  const net = known.length === 0 ? null : sumOf(nets);
  const values = known.map((it) => returnOnMargin(it, clock).value);
  return returnOf(net, known.length === 0 ? null : sumOf(margins), {
    ...freshnessOf(
      values.some(({ stale }) => stale === true),
      values.some(({ ageUnknown }) => ageUnknown === true),
    ),
    ...{ counted: known.length, of: positions.length },
  });
}

function returnOf(net: Figure, margin: Figure, rest: Partial<Measure>): ReturnOnMargin {
  const value = percentOf(net, margin);
  return {
    value: { value, unit: "percent", base: "margin", ...rest },
    margin: margin && rounded(margin),
  };
}

function netOf({ performance }: Position): Figure {
  return decimal(performance?.net_pnl ?? null);
}

function marginOfAll(position: Position): Figure {
  const legs = heldLegs(position);
  if (legs.length === 0 || whyUncountable(position) !== undefined) return null;
  return sumOf(
    legs.map((leg) => {
      const [notional, leverage] = [notionalOf(leg, position.status), decimal(leg.leverage)];
      return notional === null || leverage?.gt(0) !== true ? null : notional.div(leverage);
    }),
  );
}
