import { HALF, largestOrUnknownFirst, percentOf } from "../../base/decimal.js";
import { ALL_CODES } from "../../base/reason-codes.js";
import { gravestFirst } from "../../base/severity.js";
import { DAY_MS } from "../../base/time/periods.js";
import { implausibleFields, implausibleValues } from "../../book/credible-position.js";
import type { Leg, Position } from "../../client/resources/position.js";
import { earnings } from "../funding/earnings.js";
import type { Runs } from "../funding/shown-runs.js";
import { type Criteria, clockOf } from "./criteria.js";
import { balanceOf, exposureOf } from "./hedge.js";
import { emptySides, heldLegs, whyUncountable } from "./held-legs.js";
import { isThin, marginOf } from "./margin.js";
import { isFresh, isOff, isStale, markAge, performanceAge } from "./mark.js";
import { type Concern, type Concerned, isUnknown, type Reason } from "./reason.js";
import { severityOf, stakeOf } from "./stake.js";
import { isMarkUnknown, isUnjudgeable, unknownFields } from "./unreadable.js";

/**
 * Returns the reasons why an open position needs attention, worst first.
 */
export function concernOf(position: Position, runs: Runs, criteria: Criteria): Concern {
  const fields = unknownFields(position);
  const reasons = [
    ...holding(position, criteria),
    ...margins(position, criteria),
    ...earnings(position, runs, criteria),
    ...freshness(position, fields, criteria),
    ...(criteria.isUnchecked(position.position_id) ? [{ code: "legs_unchecked" } as const] : []),
  ].filter(({ code }) => !isUnjudgeable(code, fields));
  const values = [...implausibleValues(position), ...implausibleFunding(position, criteria)];
  const doubted = new Set(implausibleFields(position));
  const unread = fields.filter((field) => !doubted.has(field));
  const unknown: Reason[] = [
    ...(unread.length > 0 ? [{ code: "unreadable", fields: unread } as const] : []),
    ...(values.length > 0 ? [{ code: "implausible", values } as const] : []),
  ];
  const inOrder = [...reasons, ...unknown].sort((a, b) => placeOf(a) - placeOf(b));
  return { position, reasons: inGravity(inOrder, (reason) => [position, reason]) };
}

/** Names the held legs whose market has settled with a rate or a mark that cannot be true, within 7 days. */
function implausibleFunding(position: Position, { historyOf, now }: Criteria): string[] {
  return heldLegs(position).flatMap(({ market_id: id, side, exchange, symbol }) => {
    const events = id === null ? [] : (historyOf(id) ?? []);
    const isOff = events.some((it) => it.isImplausible === true && it.time > now - 7 * DAY_MS);
    return isOff ? [`funding of ${side} ${exchange} ${symbol}`] : [];
  });
}

function placeOf({ code }: Reason): number {
  return ALL_CODES.indexOf(code);
}

/** Reports whether a position needs attention; a check that could not be made does not count. */
export function needsAttention({ reasons }: Concern): boolean {
  return reasons.some((reason) => !isUnknown(reason));
}

/** Sorts by the severity of the gravest reason, then by the amount at stake, an unknown one first. */
export function worstFirst<P extends Concerned>(concerns: readonly Concern<P>[]): Concern<P>[] {
  return inGravity(concerns, ({ position, reasons: [gravest] }) => [position, gravest]);
}

function inGravity<T>(
  all: readonly T[],
  reasonOf: (one: T) => readonly [Concerned, Reason | undefined],
): T[] {
  const grade = ([position, reason]: readonly [Concerned, Reason | undefined]) => ({
    severity: reason === undefined ? "info" : severityOf(reason),
    stake: reason === undefined ? null : stakeOf(position, reason).value,
  });
  return all
    .map((one) => ({ one, ...grade(reasonOf(one)) }))
    .sort((a, b) => gravestFirst(a.severity, b.severity) || largestOrUnknownFirst(a.stake, b.stake))
    .map(({ one }) => one);
}

function holding(position: Position, criteria: Criteria): Reason[] {
  const negative = position.legs.filter(({ quantity }) => quantity < 0);
  if (negative.length > 0) return [{ code: "quantity_negative", legs: negative }];
  if (heldLegs(position).length === 0) return [{ code: "legs_missing" }];
  const { imbalance, netQuantity, unhedged } = balanceOf(position);
  if (imbalance === null || netQuantity === null) return [];
  if (imbalance.lte(criteria.limits.imbalance) || notionalsAgree(position, criteria)) return [];
  const [missing] = emptySides(position);
  return [{ code: "unbalanced", imbalance, netQuantity, unhedged, missing }];
}

/**
 * Reports whether the notionals of both sides agree within the limit, at fresh mark prices. Guards
 * against contract multiples that cannot be detected from the prices.
 */
function notionalsAgree(position: Position, criteria: Criteria): boolean {
  const clock = clockOf(criteria);
  if (!heldLegs(position).every((leg) => isFresh(leg, clock))) return false;
  const { grossNotional, netNotional } = exposureOf(position);
  if (grossNotional === null || netNotional === null) return false;
  const larger = grossNotional.plus(netNotional.abs()).times(HALF);
  return percentOf(netNotional.abs(), larger)?.lte(criteria.limits.imbalance) === true;
}

function margins(position: Position, criteria: Criteria): Reason[] {
  const inputs = { historyOf: criteria.historyOf, ...clockOf(criteria) };
  const legs = whyUncountable(position) === undefined ? heldLegs(position) : [];
  const each = legs.map((leg) => ({ leg, margin: marginOf(leg, inputs) }));
  const thin = each.flatMap(({ leg, margin }) =>
    margin.known && margin.distance !== null && isThin(margin, criteria.limits.margin)
      ? [{ leg, distance: margin.distance, distanceSd: margin.distanceSd }]
      : [],
  );
  const [nearest] = thin.toSorted((a, b) => a.distance.cmp(b.distance));
  const reasons: Reason[] = [];
  if (nearest !== undefined) {
    const { leg: _, ...away } = nearest;
    reasons.push({ code: "margin_thin", legs: thin.map(({ leg }) => leg), ...away });
  }
  for (const why of ["past", "price", "mark_old", "mark_undated"] as const) {
    const some = each.filter(({ margin }) => !margin.known && margin.why === why);
    if (some.length > 0)
      reasons.push({ code: "margin_unknown", legs: some.map((it) => it.leg), why });
  }
  return reasons;
}

function freshness(position: Position, fields: readonly string[], criteria: Criteria): Reason[] {
  const { now, limits } = criteria;
  const held = heldLegs(position);
  const missing = held.filter(
    (leg) => leg.mark_price === null && !isMarkUnknown(fields, position.legs.indexOf(leg)),
  );
  const stale = held.filter((leg) => isStale(leg, clockOf(criteria)));
  const age = performanceAge(position, now);
  const isOld = isOff(age, { now, staleMs: limits.stalePerformanceMs });
  return [
    ...(missing.length > 0 ? [{ code: "mark_missing", legs: missing } as const] : []),
    ...(stale.length > 0
      ? [{ code: "mark_stale", legs: stale, ageMs: furthest(stale, now) } as const]
      : []),
    ...(age !== undefined && isOld ? [{ code: "performance_stale", ageMs: age } as const] : []),
  ];
}

function furthest(legs: readonly Leg[], now: number): number {
  const ages = legs.map((leg) => markAge(leg, now) ?? 0);
  return ages.reduce((most, age) => (Math.abs(age) > Math.abs(most) ? age : most), 0);
}
