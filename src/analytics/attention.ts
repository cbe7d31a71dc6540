import type { Big } from "big.js";
import type { FundingPoint } from "../api/funding.js";
import type { LegSummary, Position } from "../api/position.js";
import { decimal, type Figure, percentOf, sumOf } from "./decimal.js";
import { balanceOf, exposureOf } from "./hedge.js";
import { heldLegs } from "./held.js";
import { ageOf } from "./holding.js";
import { isFresh, isStale, markAge } from "./mark.js";
import { DAY_MS } from "./periods.js";
import { REASON_CODES, UNKNOWN_CODES } from "./reason-codes.js";
import { settledFunding } from "./settled.js";

/** One reason, with the figures that it rests on. */
export type Reason =
  | {
      readonly code: "unbalanced";
      readonly imbalance: Big;
      /** In the asset; long minus short. */
      readonly netQuantity: Big;
      /** Net quantity at the mean mark of the larger side, USD. */
      readonly unhedged: Figure;
      /** The side that holds nothing at all. */
      readonly missing: LegSummary["side"] | undefined;
    }
  | { readonly code: "losing"; readonly netPnl: Big }
  /** `since`: when it was opened, if that is less than a day ago; milliseconds since the epoch. */
  | { readonly code: "paying"; readonly funding: Big; readonly since: number | undefined }
  /** Open, and no leg holds anything. */
  | { readonly code: "legs_missing" }
  | { readonly code: "quantity_negative"; readonly legs: readonly LegSummary[] }
  | { readonly code: "mark_missing"; readonly legs: readonly LegSummary[] }
  | { readonly code: "net_pnl_unavailable" }
  /** `ageMs`: of the oldest mark. */
  | { readonly code: "mark_stale"; readonly legs: readonly LegSummary[]; readonly ageMs: number }
  /** The history of a leg's market could not be had, or lacks figures. */
  | { readonly code: "funding_unknown"; readonly legs: readonly LegSummary[] }
  /** A leg has no market id, so that there is no history to ask for. */
  | { readonly code: "market_unknown"; readonly legs: readonly LegSummary[] };

/** A position with the reasons to look at it, the gravest first. */
export interface Concern {
  readonly position: Position;
  readonly reasons: readonly Reason[];
}

export interface Criteria {
  /** Percent of the larger side beyond which legs are out of balance. */
  readonly imbalance: Big;
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
  /** Settled funding of a market over the last day; undefined when it could not be had. */
  readonly historyOf: (marketId: number) => readonly FundingPoint[] | undefined;
}

/** The reasons to look at an open position. Rules: docs/analytics.md, "What needs attention". */
export function concernOf(position: Position, criteria: Criteria): Concern {
  const reasons = [
    ...balance(position, criteria),
    ...earnings(position),
    ...marks(position, criteria),
    ...carry(position, criteria),
  ].sort((a, b) => rankOf(a) - rankOf(b));
  return { position, reasons };
}

/** Whether somebody should look; that its funding cannot be judged is no reason by itself. */
export function needsAttention({ reasons }: Concern): boolean {
  return reasons.some((reason) => !isUnknown(reason));
}

/** Whether a reason only says that something could not be judged. */
export function isUnknown({ code }: Reason): boolean {
  return UNKNOWN_CODES.some((it) => it === code);
}

/** Worst first: by the gravest reason, then by the money at stake, then as they came. */
export function worstFirst(concerns: readonly Concern[]): Concern[] {
  return concerns
    .map((concern) => ({ concern, rank: rankOf(concern.reasons[0]), stake: stakeOf(concern) }))
    .sort((a, b) => a.rank - b.rank || compareStakes(a.stake, b.stake))
    .map(({ concern }) => concern);
}

const ORDER: readonly Reason["code"][] = [...REASON_CODES, ...UNKNOWN_CODES];

function rankOf(reason: Reason | undefined): number {
  return reason === undefined ? ORDER.length : ORDER.indexOf(reason.code);
}

function balance(position: Position, criteria: Criteria): Reason[] {
  const negative = position.legs.filter(({ quantity }) => quantity < 0);
  if (negative.length > 0) return [{ code: "quantity_negative", legs: negative }];
  if (heldLegs(position).length === 0) return [{ code: "legs_missing" }];
  const { imbalance, netQuantity, unhedged, longQuantity, shortQuantity } = balanceOf(position);
  if (imbalance === null || netQuantity === null || imbalance.lte(criteria.imbalance)) return [];
  if (notionalsAgree(position, criteria)) return [];
  const missing = longQuantity?.eq(0) ? "long" : shortQuantity?.eq(0) ? "short" : undefined;
  return [{ code: "unbalanced", imbalance, netQuantity, unhedged, missing }];
}

/** Sizes may be told in other units than carry can tell from the prices: then the money decides. */
function notionalsAgree(position: Position, { imbalance, now }: Criteria): boolean {
  if (!heldLegs(position).every((leg) => isFresh(leg, now))) return false;
  const { grossNotional, netNotional } = exposureOf(position);
  if (grossNotional === null || netNotional === null) return false;
  const larger = grossNotional.plus(netNotional.abs()).div(2);
  return percentOf(netNotional.abs(), larger)?.lte(imbalance) === true;
}

function earnings({ performance }: Position): Reason[] {
  const netPnl = decimal(performance?.net_pnl ?? null);
  if (netPnl === null) return [{ code: "net_pnl_unavailable" }];
  return netPnl.lt(0) ? [{ code: "losing", netPnl }] : [];
}

function marks(position: Position, { now }: Criteria): Reason[] {
  const held = heldLegs(position);
  const missing = held.filter((leg) => leg.mark_price === null);
  const stale = held.filter((leg) => isStale(leg, now));
  const ageMs = Math.max(...stale.map((leg) => markAge(leg, now) ?? 0));
  return [
    ...(missing.length > 0 ? [{ code: "mark_missing", legs: missing } as const] : []),
    ...(stale.length > 0 ? [{ code: "mark_stale", legs: stale, ageMs } as const] : []),
  ];
}

/** What the funding of the last day, or since the opening, has brought all legs together. */
function carry(position: Position, { now, historyOf }: Criteria): Reason[] {
  const held = heldLegs(position);
  const nameless = held.filter((leg) => leg.market_id === null);
  if (nameless.length > 0) return [{ code: "market_unknown", legs: nameless }];
  const age = ageOf(position.opened_at, now);
  const since = now - Math.min(age, DAY_MS);
  const settled = held.map((leg) => fundingOfLeg(leg, historyOf, since));
  const unknown = held.filter((_, index) => settled[index] === null);
  if (unknown.length > 0) return [{ code: "funding_unknown", legs: unknown }];
  const funding = sumOf(settled);
  if (funding === null || funding.gte(0)) return [];
  return [{ code: "paying", funding, since: age < DAY_MS ? since : undefined }];
}

function fundingOfLeg(leg: LegSummary, historyOf: Criteria["historyOf"], since: number): Figure {
  const events = leg.market_id === null ? undefined : historyOf(leg.market_id);
  if (events === undefined || events.length === 0) return null; // every market settles in a day
  return settledFunding(leg, events, since);
}

/** USD that tell which of two concerns with the same gravest reason is worse. */
function stakeOf({ position, reasons: [gravest] }: Concern): Figure {
  if (gravest?.code === "losing") return gravest.netPnl.abs();
  if (gravest?.code === "paying") return gravest.funding.abs();
  if (gravest?.code === "unbalanced") return gravest.unhedged?.abs() ?? null;
  return exposureOf(position).grossNotional;
}

/** The larger first; what is not known comes before all others, since it may be anything. */
function compareStakes(a: Figure, b: Figure): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return b.cmp(a);
}
