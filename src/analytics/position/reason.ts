import type { Big } from "big.js";
import type { Figure } from "../../base/decimal.js";
import type { ReasonCode } from "../../base/reason-codes.js";
import { UNKNOWN_CODES } from "../../base/reason-codes.js";
import type { Leg, Position } from "../../client/resources/position.js";
import type { Measure } from "../measure.js";
import type { Margin } from "./margin.js";

type Legs = readonly Leg[];

/** Why the margin of a leg with a leverage and a mark price is unknown. */
export type MarginDoubt = Exclude<
  Extract<Margin, { known: false }>["why"],
  "no_leverage" | "mark_missing"
>;

/** A reason why a position needs attention, with its figures. */
export type Reason =
  | {
      readonly code: "unbalanced";
      readonly imbalance: Big;
      /** In the asset; long minus short. */
      readonly netQuantity: Big;
      /** Net quantity at the mean mark of the larger side, USD. */
      readonly unhedged: Figure;
      /** Side that holds nothing; undefined if both hold something. */
      readonly missing: Leg["side"] | undefined;
    }
  /** Of the nearest leg: percent, and standard deviations of a day's change if known. */
  | {
      readonly code: "margin_thin";
      readonly legs: Legs;
      readonly distance: Big;
      readonly distanceSd: number | undefined;
    }
  /** `amount`: funding and price PnL, USD, before fees. */
  | { readonly code: "losing"; readonly amount: Big }
  /** `since`: opening time if within the 24 hours, milliseconds since the epoch. */
  | { readonly code: "paying"; readonly funding: Measure; readonly since: number | undefined }
  /** `perDay`: funding per day over 7 days, USD. */
  | { readonly code: "fees_unearned"; readonly netPnl: Big; readonly perDay: Big }
  /** `run`: funding of all positions per day over 7 days, USD. */
  | { readonly code: "book_paying"; readonly run: Measure }
  /** The position is open but no leg holds anything. */
  | { readonly code: "legs_missing" }
  | { readonly code: "quantity_negative"; readonly legs: Legs }
  | { readonly code: "mark_missing"; readonly legs: Legs }
  | { readonly code: "net_pnl_unavailable" }
  /** `ageMs`: negative if ahead of the service's time. */
  | { readonly code: "performance_stale"; readonly ageMs: number }
  /** `ageMs`: of the mark furthest from the service's time. */
  | { readonly code: "mark_stale"; readonly legs: Legs; readonly ageMs: number }
  | Unjudged;

/** A check that could not be made, and why. */
export type Unjudged =
  /** Fields that cannot be read, or have an unknown word. */
  | { readonly code: "unreadable"; readonly fields: readonly string[] }
  /** Values that cannot be true, each with its field. */
  | { readonly code: "implausible"; readonly values: readonly string[] }
  /** The history of a leg's market is unavailable or incomplete. `run`: the coverage. */
  | {
      readonly code: "funding_unknown";
      readonly legs: Legs;
      readonly run: Measure;
      readonly window: "24h" | "7d";
    }
  /** The same of all positions together. `known`: share in N of those with known funding, percent. */
  | {
      readonly code: "funding_unknown";
      readonly legs: Legs;
      readonly run: Measure;
      readonly window: "7d";
      readonly known: Figure;
    }
  /** No whole period since the opening. `next`: next settlement of the slowest legs, if known. */
  | { readonly code: "not_settled"; readonly legs: Legs; readonly next: number | undefined }
  /** A leg has no market id, so its history cannot be requested. */
  | { readonly code: "market_unknown"; readonly legs: Legs }
  | {
      readonly code: "margin_unknown";
      readonly legs: Legs;
      readonly why: MarginDoubt;
    }
  /** The list does not show whether a leg is closed, and the full position is unavailable. */
  | { readonly code: "legs_unchecked" };

/** Fees that funding has not covered yet; shown, but not a reason. */
export interface FeesNotEarned {
  readonly position: Position;
  /** Days until they are earned at the funding of the last 7 days. */
  readonly days: Measure;
}

/** A position with its reasons for attention, worst first. */
export interface Concern<P extends Concerned = Position> {
  readonly position: P;
  readonly reasons: readonly Reason[];
}

/** What reasons are about: a position; undefined for all open positions together. */
export type Concerned = Position | undefined;

/** Reports whether a reason means only that a check could not be made. */
export function isUnknown(reason: { readonly code: ReasonCode }): boolean {
  return UNKNOWN_CODES.some((it) => it === reason.code);
}

/** Returns positions with only some of their reasons, without those that have none of them. */
export function withReasons<P extends Concerned>(
  concerns: readonly Concern<P>[],
  isWanted: (reason: Reason, position: P) => boolean,
): Concern<P>[] {
  return concerns.flatMap(({ position, reasons: all }) => {
    const reasons = all.filter((reason) => isWanted(reason, position));
    return reasons.length === 0 ? [] : [{ position, reasons }];
  });
}
