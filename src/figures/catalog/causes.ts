import { Big } from "big.js";
import { HALF, percentOf } from "../../base/decimal.js";
import { positionsNamed } from "../../base/names/handle.js";
import { DAY_MS } from "../../base/time/periods.js";
import { CAUSES, type Cause, causeSpec, type Gravity, gravestFirst, isCause } from "../causes.js";
import { implausibleFields } from "../credible/credible-position.js";
import { runOf } from "../engine/funding/run.js";
import { emptySides, isUnreadable, readable } from "../engine/position/legs.js";
import { inForce, limitInUsd } from "../engine/position/limits.js";
import { fact, once } from "../figure.js";
import { plus, type Q, sum } from "../measure.js";
import { holding, type LegOf, markOf, type PositionOf, performanceOf } from "../subjects.js";
import { NOT_APPLICABLE, type Unknown } from "../unknown.js";
import { run7d, runsOf, type Turned, turned } from "./funding.js";
import { isThin, nearestFirst, notional } from "./leg.js";
import {
  fundingPnl,
  grossNotional,
  imbalance,
  netNotional,
  netPnl,
  size,
  spreadPnl,
  unhedged,
} from "./position.js";

/** A cause that a position has. */
export interface Found {
  readonly cause: Cause;
  /** What it is worth, USD or USD a day; unknown amounts are those of the held legs, if these are known. */
  readonly value: Q;
  /** The legs concerned, if not all. */
  readonly legs: readonly LegOf[];
  /** Side that holds nothing. */
  readonly missing?: "long" | "short" | undefined;
  /** Since when funding costs. */
  readonly turned?: Turned | undefined;
}

/** The causes of a position, the gravest first, without those that the setting `ignore` leaves out. */
export const causesOf = once((p: PositionOf): readonly Found[] =>
  allCauses(p)
    .filter(({ cause }) => !isIgnored(cause, p))
    .sort(worstFirst),
);

/** Every cause of a position; a closed one has none. */
export function allCauses(p: PositionOf): Found[] {
  if (p.record.status === "closed") return [];
  return [...ofHolding(p), ...ofMargin(p), ...ofEarnings(p), ...ofData(p)];
}

/** Compares causes: by severity, then what costs every day, then by what they are worth. */
export function worstFirst(a: Found, b: Found): number {
  const [one, other] = [causeSpec(a.cause), causeSpec(b.cause)];
  return (
    gravestFirst(one.severity, other.severity) ||
    Number(other.isDaily ?? false) - Number(one.isDaily ?? false) ||
    (b.value.value ?? ZERO).cmp(a.value.value ?? ZERO)
  );
}

const ZERO = new Big(0);

/** Returns a cause that is worth what is held, with the open price for a missing mark. */
function all(p: PositionOf, cause: Cause, legs: readonly LegOf[] = p.legs): Found {
  return { cause, value: grossNotional(p), legs };
}

/** Returns an amount, or what is held where that is unknown. */
function or(amount: Q, p: PositionOf): Q {
  return amount.value === null ? grossNotional(p) : amount;
}

function ofHolding(p: PositionOf): Found[] {
  if (holding(p).unknown === "quantity_negative") return [all(p, "quantity_negative")];
  if (holding(p).value === null) return [];
  if (p.legs.length === 0) return [all(p, "legs_missing")];
  const value = or(
    unhedged(p).map((it) => it.abs()),
    p,
  );
  const [missing] = emptySides(p.record);
  if (missing !== undefined) return [{ cause: "unhedged", value, legs: p.legs, missing }];
  const apart = imbalance(p).value;
  if (apart === null || apart.lte(p.inputs.limits.imbalance) || notionalsAgree(p)) return [];
  return [{ cause: "imbalance", value, legs: p.legs }];
}

/**
 * Reports whether the notionals of both sides agree within the limit, at fresh mark prices: a guard against
 * multiples of contracts that cannot be seen from the prices.
 */
function notionalsAgree(p: PositionOf): boolean {
  if (p.legs.some((leg) => markOf(leg).value === null || markOf(leg).evidence.doubts.length > 0)) {
    return false;
  }
  const [{ value: gross }, { value: net }] = [grossNotional(p), netNotional(p)];
  if (gross === null || net === null) return false;
  const larger = gross.plus(net.abs()).times(HALF);
  return percentOf(net.abs(), larger)?.lte(p.inputs.limits.imbalance) === true;
}

function ofMargin(p: PositionOf): Found[] {
  const thin = nearestFirst(p.legs.filter((leg) => isThin(leg).value === true));
  return thin.length === 0
    ? []
    : [{ cause: "margin_thin", value: sum(thin, notional), legs: thin }];
}

function ofEarnings(p: PositionOf): Found[] {
  if (holding(p).value === null || p.legs.length === 0) return [];
  const { limits } = p.inputs;
  const found: Found[] = [];
  const run = run7d(p);
  const paying = limitInUsd(limits.paying, size(p).value);
  if (run.value !== null && paying !== null && readable(run.value).lt(paying.times(-1))) {
    const value = run.map((it) => it.abs());
    found.push({ cause: "costs_funding", value, legs: p.legs, turned: turned(p) });
  }
  const isOld = performanceOf(p).evidence.doubts.includes("performance_stale");
  const loss = limitInUsd(limits.loss, size(p).value);
  if (isOld || loss === null) return found;
  const before = plus([fundingPnl(p), spreadPnl(p)]).map(readable);
  const net = netPnl(p).map(readable);
  if (net.value === null) return found;
  if (before.value?.lt(loss.times(-1)) === true) {
    found.push({ cause: "losing", value: before.map((it) => it.abs()), legs: p.legs });
  } else if (net.value.lt(0) && run.value !== null && readable(run.value).lte(0)) {
    found.push({ cause: "fees_unearned", value: net.map((it) => it.abs()), legs: p.legs });
  }
  return found;
}

function ofData(p: PositionOf): Found[] {
  const { record, inputs } = p;
  const where = (is: (leg: LegOf) => boolean) => p.legs.filter(is);
  const found: Found[] = [];
  const add = (cause: Cause, legs: readonly LegOf[]) => {
    if (legs.length > 0) found.push(all(p, cause, legs));
  };
  const unmarked = where((leg) => markOf(leg).unknown === "mark_missing");
  const stale = where((leg) => markOf(leg).evidence.doubts.includes("mark_stale"));
  add("mark_missing", unmarked);
  add("mark_stale", stale);
  if (holding(p).value !== null) {
    const nameless = where((leg) => leg.record.market_id === null);
    add("market_unknown", nameless);
    if (nameless.length === 0 && run7d(p).value === null) add("events_missing", runless(p));
  }
  if (inputs.isUnchecked(record.position_id)) found.push(all(p, "legs_unchecked"));
  const doubted = implausibleFields(record);
  const settled = where((leg) => hasImplausibleFunding(leg));
  if (doubted.length > 0 || settled.length > 0) found.push(all(p, "implausible"));
  if (isUnreadable(record)) found.push(all(p, "unreadable"));
  const { unknown, value, evidence } = performanceOf(p).map(
    (it) => it.net_pnl,
    "performance_missing",
  );
  const isDoubted = doubted.includes("performance.net_pnl");
  if (value === null && !isDoubted && unknown === "performance_missing") {
    found.push(all(p, "performance_missing"));
  }
  if (evidence.doubts.includes("performance_stale")) found.push(all(p, "performance_stale"));
  return found;
}

/** Returns the legs that lack settled events, or all of them. */
function runless(p: PositionOf): readonly LegOf[] {
  const { conflicting } = runsOf(p)["7d"];
  const some = p.legs.filter(({ record }) => conflicting.includes(record));
  return some.length > 0 ? some : p.legs;
}

/** Reports whether the market of a leg has settled within 7 days with what cannot be true. */
function hasImplausibleFunding({ record, position }: LegOf): boolean {
  const { historyOf, now } = position.inputs;
  const events = record.market_id === null ? [] : (historyOf(record.market_id) ?? []);
  return events.some((it) => it.isImplausible === true && it.time > now - 7 * DAY_MS);
}

/** Whether a position has a cause; what would decide it may be unknown. */
export type Verdict =
  | { readonly is: "found"; readonly found: Found }
  | { readonly is: "absent" }
  | { readonly is: "unknown"; readonly why: Unknown };

/**
 * Returns whether a position has a cause. The setting `ignore` leaves out causes, and with one that says what
 * is unknown also what that hides.
 */
export function verdictOf(p: PositionOf, cause: Cause): Verdict {
  const found = causesOf(p).find((it) => it.cause === cause);
  if (found !== undefined) return { is: "found", found };
  const why = isIgnored(cause, p) ? undefined : whyUndecided(p, cause);
  const isAccepted = why === undefined || (isCause(why) && isIgnored(why, p));
  return isAccepted ? { is: "absent" } : { is: "unknown", why };
}

/** Returns why it is unknown whether a position has a cause that was not found; undefined where it has not. */
export function whyUndecided(p: PositionOf, cause: Cause): Unknown | undefined {
  if (p.record.status === "closed") return undefined;
  const all = decidedBy(p, cause);
  const isUnchecked = all.length > 0 && p.inputs.isUnchecked(p.record.position_id);
  const unknown = all.map((it) => it.unknown).find((it) => it && !NOT_APPLICABLE.has(it));
  return unknown ?? (isUnchecked ? "legs_unchecked" : undefined);
}

/** Returns the values by which a cause is found or not; none for a cause that says what is unknown. */
function decidedBy(p: PositionOf, cause: Cause): readonly Q<unknown>[] {
  const held = holding(p);
  switch (cause) {
    case "unhedged":
    case "legs_missing":
      return [held];
    case "imbalance":
      return [held, ...(p.legs.length === 0 ? [] : [imbalance(p)])];
    case "margin_thin":
      return [
        held,
        ...p.legs.map((leg) => isThin(leg)).filter(({ unknown }) => unknown !== "past"),
      ];
    case "costs_funding":
      return [held, ...(p.legs.length === 0 ? [] : [run7d(p), size(p)])];
    case "losing":
      return [freshPerformance(p), size(p), fundingPnl(p), spreadPnl(p), netPnl(p)];
    case "fees_unearned": {
      const isBelow = netPnl(p).value?.lt(0) === true;
      return [freshPerformance(p), size(p), netPnl(p), ...(isBelow ? [run7d(p)] : [])];
    }
    default:
      return [];
  }
}

function freshPerformance(p: PositionOf): Q<unknown> {
  const it = performanceOf(p);
  const isOld = it.evidence.doubts.includes("performance_stale");
  return it.if(() => !isOld, "performance_stale");
}

function isIgnored(cause: Cause, { record, inputs }: PositionOf): boolean {
  return inForce(inputs.limits.ignore, inputs.now).some(({ code, position }) => {
    if (code !== cause) return false;
    if (position === undefined) return true;
    const isPrefix = record.position_id.toLowerCase().startsWith(position.toLowerCase());
    return isPrefix || positionsNamed(position, [record]).length > 0;
  });
}

/** The gravest cause of a position. */
const gravest = (p: PositionOf): Found | undefined => causesOf(p)[0];

export const severity = fact(
  "severity",
  {
    type: ["critical", "warning", "unknown", null],
    needs: ["funding"],
    help: "How grave its gravest cause is: critical can hurt today, a warning costs money; null without one.",
  },
  (p: PositionOf): Gravity | null => {
    const found = gravest(p);
    return found === undefined ? null : CAUSES[found.cause].severity;
  },
);

export const cause = fact(
  "cause",
  {
    type: [...Object.keys(CAUSES), null],
    help: "Its gravest cause; null without one.",
    head: "cause",
    needs: ["funding"],
  },
  (p: PositionOf): Cause | null => gravest(p)?.cause ?? null,
);

export const causes = fact(
  "causes",
  { type: "texts", help: "All its causes, the gravest first.", needs: ["funding"] },
  (p: PositionOf): readonly Cause[] => causesOf(p).map((it) => it.cause),
);

/** Returns the positions that need attention, the gravest first: naked USD, then USD a day, then what is lost. */
export function needingAttention(members: readonly PositionOf[]): PositionOf[] {
  return members
    .flatMap((p) => {
      const [first] = causesOf(p);
      return first === undefined ? [] : [{ p, first }];
    })
    .sort((a, b) => worstFirst(a.first, b.first))
    .map(({ p }) => p);
}

/** A cause over positions together. */
export interface CommonCause {
  readonly cause: Cause;
  readonly found: readonly { readonly position: PositionOf; readonly cause: Found }[];
  readonly value: Q;
  /** The market that carries more than half of it, held by several positions on one side. */
  readonly market?: Carrier | undefined;
}

/** A market that several positions hold on the same side. */
export interface Carrier {
  readonly leg: LegOf;
  readonly positions: readonly PositionOf[];
  readonly value: Q;
}

/** Returns the causes of positions, each with all that have it; every position counts for its gravest alone. */
export function commonCauses(members: readonly PositionOf[]): CommonCause[] {
  const byCause = new Map<Cause, { position: PositionOf; cause: Found }[]>();
  for (const position of members) {
    for (const found of causesOf(position)) {
      const own = byCause.get(found.cause) ?? [];
      own.push({ position, cause: found });
      byCause.set(found.cause, own);
    }
  }
  return Object.keys(CAUSES).flatMap((it) => {
    const name = it as Cause;
    const found = byCause.get(name);
    if (found === undefined) return [];
    const value = sum(found, ({ cause: { value } }) => value);
    return [{ cause: name, found, value, market: carrierOf(found, value) }];
  });
}

/** Returns the market that carries more than half of a cause. */
function carrierOf(found: CommonCause["found"], whole: Q): Carrier | undefined {
  const markets = new Map<string, { leg: LegOf; all: { position: PositionOf; cause: Found }[] }>();
  for (const one of found) {
    for (const leg of one.cause.legs) {
      const { exchange, side, symbol } = leg.record;
      const key = JSON.stringify([exchange, symbol, side]);
      const own = markets.get(key) ?? { leg, all: [] };
      if (!own.all.includes(one)) own.all.push(one);
      markets.set(key, own);
    }
  }
  const carriers = [...markets.values()].flatMap(({ leg, all: some }) => {
    const value = sum(some, ({ cause: { value: of } }) => of);
    const isMost = value.value?.times(2).gt(whole.value ?? 0) === true;
    return some.length < 2 || !isMost
      ? []
      : [{ leg, positions: some.map((it) => it.position), value }];
  });
  // Both markets of a pair may be held alike; that which pays least carries the cost.
  return carriers.sort((a, b) => paidTo(a.leg) - paidTo(b.leg))[0];
}

/** Returns what a leg alone was paid over 7 days, USD a day; 0 where that is unknown. */
function paidTo({ record, position }: LegOf): number {
  const alone = { ...position.record, legs: [record] };
  return runOf(alone, position.inputs, "7d").perDay.value?.toNumber() ?? 0;
}
