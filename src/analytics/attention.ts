import { Big } from "big.js";
import type { FundingPoint } from "../api/funding.js";
import type { LegSummary, Position } from "../api/position.js";
import { decimal, type Figure } from "./decimal.js";
import { hedgeOf } from "./hedge.js";
import { ageOf } from "./holding.js";
import { isStale, markAge } from "./mark.js";
import { settledFunding } from "./settled.js";

/** Why a position needs attention, the gravest first: what is lost before what is not known. */
export const REASON_CODES = [
  "unbalanced",
  "losing",
  "paying",
  "mark_missing",
  "net_pnl_unavailable",
  "mark_stale",
  "funding_unknown",
  "market_unknown",
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** One reason, with the figures that it rests on. */
export type Reason =
  | { readonly code: "unbalanced"; readonly imbalance: Big; readonly netQuantity: Big }
  | { readonly code: "losing"; readonly netPnl: Big }
  /** `since`: milliseconds since the epoch. */
  | { readonly code: "paying"; readonly funding: Big; readonly since: number }
  | { readonly code: "mark_missing"; readonly legs: readonly LegSummary[] }
  | { readonly code: "net_pnl_unavailable" }
  | { readonly code: "mark_stale"; readonly legs: readonly LegSummary[]; readonly ageMs: number }
  /** The history of a leg's market could not be had, or lacks figures. */
  | { readonly code: "funding_unknown"; readonly legs: readonly LegSummary[] }
  /** A leg has no market id, so that there is no history to ask for. */
  | { readonly code: "market_unknown"; readonly legs: readonly LegSummary[] };

/** A position with the reasons to look at it, the gravest first. */
export interface Concern {
  readonly position: Position;
  readonly reasons: readonly Reason[];
  /** USD that tell which of two concerns with the same gravest reason is worse. */
  readonly stake: Big;
}

export interface Watch {
  /** Percent of the larger side beyond which legs are out of balance. */
  readonly imbalance: Big;
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
  /** Settled funding of a market over the last day; undefined when it could not be had. */
  readonly historyOf: (marketId: number) => readonly FundingPoint[] | undefined;
}

/** How far back funding is looked at, milliseconds. */
export const DAY_MS = 86_400_000;

/** The reasons to look at an open position. Rules: docs/analytics.md, "What needs attention". */
export function concernOf(position: Position, watch: Watch): Concern {
  const reasons = [
    ...balance(position, watch),
    ...earnings(position),
    ...carry(position, watch),
    ...marks(position, watch),
  ].sort((a, b) => rankOf(a) - rankOf(b));
  return { position, reasons, stake: stakeOf(position, reasons[0]) };
}

/**
 * Whether somebody should look. That a market is not known cannot be mended and is no reason by
 * itself, or a cron job would never be quiet again.
 */
export function needsAttention({ reasons }: Concern): boolean {
  return reasons.some(({ code }) => code !== "market_unknown");
}

/** Worst first: by the gravest reason, then by the money at stake, then as they came. */
export function worstFirst(concerns: readonly Concern[]): Concern[] {
  const rank = ({ reasons: [gravest] }: Concern) =>
    gravest === undefined ? REASON_CODES.length : rankOf(gravest);
  return [...concerns].sort((a, b) => rank(a) - rank(b) || b.stake.cmp(a.stake));
}

function rankOf({ code }: Reason): number {
  return REASON_CODES.indexOf(code);
}

function balance({ legs }: Position, watch: Watch): Reason[] {
  const { imbalance, netQuantity } = hedgeOf(legs);
  if (imbalance === null || imbalance.lte(watch.imbalance)) return [];
  return [{ code: "unbalanced", imbalance, netQuantity }];
}

function earnings({ performance }: Position): Reason[] {
  const netPnl = decimal(performance?.net_pnl ?? null);
  if (netPnl === null) return [{ code: "net_pnl_unavailable" }];
  return netPnl.lt(0) ? [{ code: "losing", netPnl }] : [];
}

function marks({ legs }: Position, { now }: Watch): Reason[] {
  const held = legs.filter(({ quantity }) => quantity !== 0);
  const missing = held.filter((leg) => leg.mark_price === null);
  const stale = held.filter((leg) => isStale(leg, now));
  const ageMs = Math.max(...stale.map((leg) => markAge(leg, now) ?? 0));
  return [
    ...(missing.length > 0 ? [{ code: "mark_missing", legs: missing } as const] : []),
    ...(stale.length > 0 ? [{ code: "mark_stale", legs: stale, ageMs } as const] : []),
  ];
}

/** What the funding of the last day, or since the opening, has brought all legs together. */
function carry({ legs, opened_at }: Position, { now, historyOf }: Watch): Reason[] {
  const since = Math.max(now - DAY_MS, now - ageOf(opened_at, now));
  const nameless = legs.filter((leg) => leg.market_id === null);
  if (nameless.length > 0) return [{ code: "market_unknown", legs: nameless }];
  const settled = legs.map((leg) => fundingOfLeg(leg, historyOf, since));
  const unknown = legs.filter((_, index) => settled[index] === null);
  if (unknown.length > 0) return [{ code: "funding_unknown", legs: unknown }];
  const funding = settled.reduce((sum: Big, it) => sum.plus(it ?? 0), new Big(0));
  return funding.lt(0) ? [{ code: "paying", funding, since }] : [];
}

function fundingOfLeg(leg: LegSummary, historyOf: Watch["historyOf"], since: number): Figure {
  const events = leg.market_id === null ? undefined : historyOf(leg.market_id);
  if (events === undefined || events.length === 0) return null; // every market settles in a day
  return settledFunding(leg, events, since);
}

function stakeOf({ legs }: Position, gravest: Reason | undefined): Big {
  if (gravest?.code === "unbalanced") return hedgeOf(legs).netNotional?.abs() ?? new Big(0);
  if (gravest?.code === "losing") return gravest.netPnl.abs();
  if (gravest?.code === "paying") return gravest.funding.abs();
  return hedgeOf(legs).grossNotional ?? new Big(0);
}
