import type { Big } from "big.js";
import type { Figure } from "../base/decimal.js";
import type { ReasonCode } from "../base/reason-codes.js";
import { UNKNOWN_CODES } from "../base/reason-codes.js";
import type { LegSummary, Position } from "../client/resources/position.js";
import type { Measure } from "./measure.js";

type Legs = readonly LegSummary[];

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
  /** `away`: percent, of the leg that is nearest. */
  | { readonly code: "margin_thin"; readonly legs: Legs; readonly away: Big }
  /** `amount`: funding and price PnL, USD, before fees. */
  | { readonly code: "losing"; readonly amount: Big }
  /** `since`: when it was opened, if that is within the 24 hours; milliseconds since the epoch. */
  | { readonly code: "paying"; readonly funding: Measure; readonly since: number | undefined }
  /** `perDay`: what it is paid a day over 7 days, USD. */
  | { readonly code: "fees_unearned"; readonly netPnl: Big; readonly perDay: Big }
  /** Open, and no leg holds anything. */
  | { readonly code: "legs_missing" }
  | { readonly code: "quantity_negative"; readonly legs: Legs }
  | { readonly code: "mark_missing"; readonly legs: Legs }
  | { readonly code: "net_pnl_unavailable" }
  /** `ageMs`: below zero where it is ahead of the service's time. */
  | { readonly code: "performance_stale"; readonly ageMs: number }
  /** `ageMs`: of the mark that is the furthest off. */
  | { readonly code: "mark_stale"; readonly legs: Legs; readonly ageMs: number }
  | Unjudged;

/** What could not be judged, and why. */
export type Unjudged =
  /** The history of a leg's market could not be had, or lacks events. `run`: counted of how many. */
  | {
      readonly code: "funding_unknown";
      readonly legs: Legs;
      readonly run: Measure;
      readonly window: "24h" | "7d";
    }
  /** No whole period since it was opened. `next`: when its slowest legs settle, if that is known. */
  | { readonly code: "not_settled"; readonly legs: Legs; readonly next: number | undefined }
  /** A leg has no market id, so that there is no history to ask for. */
  | { readonly code: "market_unknown"; readonly legs: Legs }
  | {
      readonly code: "margin_unknown";
      readonly legs: Legs;
      readonly why: "price" | "mark_old" | "past";
    }
  /** The list does not say whether a leg is closed, and the position in full could not be had. */
  | { readonly code: "legs_unchecked" };

/** Good to know, and no reason: fees that funding has not earned yet. */
export interface FeesNotEarned {
  readonly position: Position;
  /** Days of funding as in the last 7 days. */
  readonly days: Measure;
}

/** A position with the reasons to look at it, the gravest first. */
export interface Concern {
  readonly position: Position;
  readonly reasons: readonly Reason[];
}

/** Whether a reason only says that something could not be judged. */
export function isUnknown(reason: { readonly code: ReasonCode }): boolean {
  return UNKNOWN_CODES.some((it) => it === reason.code);
}
