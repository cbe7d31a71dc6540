import { Big } from "big.js";
import { doubtedFields } from "../base/as-sent.js";
import { decimal } from "../base/decimal.js";
import { instantOf, knownInstant } from "../client/listing/record-time.js";
import type { Leg, LegDetail, Performance, Position } from "../client/resources/position.js";
import { problemOf } from "../client/validate/misfit.js";
import { type Counted, countedAlike } from "./credible/multiples.js";
import type { HistoryOf } from "./engine/funding/run.js";
import { type Holder, heldLegs, signOf, whyUncountable } from "./engine/position/legs.js";
import type { Limits } from "./engine/position/limits.js";
import { once } from "./figure.js";
import { type Evidence, known, lacking, lift, type Q, SURE } from "./measure.js";
import type { Pool, PoolRecord } from "./next/pool.js";
import type { Doubt, Unknown } from "./unknown.js";

/** What the figures of a book are computed from besides its positions. */
export interface Inputs {
  /** The service's time, milliseconds since the epoch. */
  readonly now: number;
  readonly limits: Limits;
  /** Settled funding of the markets of held legs; throws where it was not loaded. */
  readonly historyOf: HistoryOf;
  readonly stress: Stress;
  /** What is known of the markets that open positions hold; throws where it was not loaded. */
  readonly pool: () => BookPool;
  /** Reports whether a leg of a position may be closed and could not be checked. */
  readonly isUnchecked: (positionId: string) => boolean;
  readonly nameOf: (position: Position) => string;
  readonly ownerOf: (positionId: string) => Owner;
}

/** The pool of the markets that the open positions of the portfolios hold, and its record. */
export interface BookPool {
  readonly pool: Pool;
  /** How many of last week's ranges held; undefined where too few can be scored. */
  readonly record: PoolRecord | undefined;
}

/** What figures under stress assume. */
export type Stress =
  /** Every price moves by so many percent, either way. */
  | { readonly kind: "price"; readonly percent: Big }
  /** Every short price rises by so many percent of the long one. */
  | { readonly kind: "basis"; readonly percent: Big }
  /** An exchange cannot be traded on. */
  | { readonly kind: "down"; readonly exchange: string };

/** A move of prices by 20 %. */
export const DEFAULT_STRESS: Stress = { kind: "price", percent: new Big(20) };

/** The portfolio of a position. */
export interface Owner {
  readonly portfolio_id: string | null;
  readonly portfolio?: string | null | undefined;
}

/** A position as figures see it: through the credible door, with its held legs. */
export class PositionOf {
  readonly legs: readonly LegOf[];

  constructor(
    readonly inputs: Inputs,
    readonly record: Position,
  ) {
    const held = heldLegs(record);
    this.legs = countedAlike(held, record.asset).map((it) => new LegOf(this, it));
  }
}

/** A held leg. */
export class LegOf implements Counted {
  readonly record: Leg;
  /** Quantity × factor is in units of the asset. */
  readonly factor: Big;

  constructor(
    readonly position: PositionOf,
    { record, factor }: Counted,
  ) {
    this.record = record;
    this.factor = factor;
  }

  /** 1 for a long leg, -1 for a short one. */
  get sign(): 1 | -1 {
    return signOf(this.record);
  }
}

/** Positions together: a book, or those of one asset, exchange, pair or portfolio. */
export class Group {
  constructor(
    readonly inputs: Inputs,
    /** What they have in common; empty for a book. */
    readonly key: string,
    readonly members: readonly PositionOf[],
    /** Which legs belong to it, where not all of its positions do. */
    readonly hasLeg: (leg: LegOf) => boolean = () => true,
  ) {}
}

// Inputs of formulas: the only place where evidence arises.

/** What is held, which figures need to be countable; nothing by a closed position. */
export const holding = once((p: PositionOf): Q<Holder> => {
  const { record, inputs } = p;
  const isUnchecked = inputs.isUnchecked(record.position_id);
  const evidence: Evidence = isUnchecked ? UNCHECKED : SURE;
  const why = record.status === "closed" ? undefined : whyUncountable(record);
  return why === undefined ? known(record, evidence) : lacking<Holder>(why, evidence);
});

/** What a position holds, if that is anything. */
export const holdingAny = once((p: PositionOf): Q<Holder> => {
  const why = p.record.status === "closed" ? "closed" : "legs_missing";
  return holding(p).if(() => p.legs.length > 0, why);
});

const UNCHECKED: Evidence = { doubts: ["legs_unchecked"] };

/** Quantity of a leg, in units of the asset. */
export const quantityOf = once(
  (leg: LegOf): Q =>
    holding(leg.position).map(() => decimal(leg.record.quantity)?.times(leg.factor) ?? null),
);

/** Open price of a leg's contract, USD. */
export const openOf = once((leg: LegOf): Q => given(leg, "open_price", "price_missing"));

/** Leverage of a leg. */
export const leverageOf = once(
  (leg: LegOf): Q => given(leg, "leverage", "no_leverage").if((it) => it.gt(0), "no_leverage"),
);

/** Funding of a leg since opening, USD, which only a position in full has. */
export const fundingOf = once((leg: LegOf): Q => {
  const { funding } = leg.record as Partial<LegDetail>;
  const value = decimal(funding?.override ?? funding?.calculated ?? null);
  return value === null ? lacking("funding_unknown") : known(value);
});

/** Mark price of a leg's contract, USD. */
export const markOf = once((leg: LegOf): Q => {
  const { mark_price_updated_at: time } = leg.record;
  const q = given(leg, "mark_price", "mark_missing");
  if (q.value === null) return q;
  if (time === null) return q.with({ asOf: null, doubts: ["mark_undated"] });
  const { now, limits } = leg.position.inputs;
  const asOf = instantOf(time);
  return q.with({ asOf, doubts: isOff(asOf, now, limits.staleMs) ? ["mark_stale"] : [] });
});

/** Mark price, or the open price as an estimate of a missing one. */
export const priceOf = once((leg: LegOf): Q => {
  const mark = markOf(leg);
  return mark.value === null && mark.unknown === "mark_missing"
    ? openOf(leg).with({ doubts: ["open_price"] })
    : mark;
});

/** Notional of a leg at its mark price, USD. */
export const notionalAtMark = once((leg: LegOf): Q => worth(leg, markOf(leg)));

/** Returns quantity × price; both are of the contract. */
export function worth(leg: LegOf, price: Q): Q {
  const held = holding(leg.position).map(() => decimal(leg.record.quantity));
  return lift([held, price], (quantity: Big, each: Big) => each.times(quantity));
}

function given(leg: LegOf, field: "open_price" | "mark_price" | "leverage", missing: Unknown): Q {
  const { record, position } = leg;
  if (doubtedFields(record).includes(field)) return lacking("implausible");
  const value = decimal(record[field]);
  if (value !== null) return known(value);
  return lacking(problemOf(position.record) !== undefined ? "unreadable" : missing);
}

/** The service's figures of a position. */
export const performanceOf = once((p: PositionOf): Q<Performance> => {
  const { performance, status } = p.record;
  if (performance === undefined) return lacking("performance_missing");
  if (status !== "open") return known(performance);
  const asOf = knownInstant(performance.calculated_at);
  const { now, limits } = p.inputs;
  const isOld = asOf !== null && isOff(asOf, now, limits.stalePerformanceMs);
  const doubts: Doubt[] = [
    ...(isOld ? ["performance_stale" as const] : []),
    ...(asOf === null ? ["performance_undated" as const] : []),
  ];
  return known(performance, { asOf, doubts });
});

/** Reports whether a time differs from the service's by more than a limit, in either direction. */
function isOff(time: number, now: number, limit: number): boolean {
  return Math.abs(now - time) > limit;
}
