import { DAY_MS, HOUR_MS } from "../base/time/periods.js";
import type { Book } from "./book.js";
import type { HeldLeg, Holding } from "./holding.js";
import { between, Salt } from "./random.js";
import { scenarioOf } from "./scenarios.js";
import { shapeOf } from "./timeline.js";

/** Costs and earnings of a leg; amounts in whole US cents. */
export interface LegAccount {
  readonly openFee: number;
  readonly closeFee: number | null;
  readonly exitFee: number;
  readonly funding: number;
  /** Funding set manually, which replaces the calculated one. */
  readonly override: number | null;
  readonly realized: number;
  /** Null while the mark is missing. */
  readonly unrealized: number | null;
}

/** Costs and earnings of a position; amounts in whole US cents. */
export interface Account {
  readonly legs: readonly LegAccount[];
  readonly funding: number;
  readonly paid: number;
  readonly estimatedExit: number;
  readonly realized: number;
  readonly unrealized: number;
  readonly net: number | null;
  readonly durationDays: number;
  /** Percent per year. */
  readonly apr: number | null;
}

const overridden = new Set([4, 15]);

/** Rounds half away from zero, so that gains and losses are symmetric; never a negative zero. */
function round(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value)) + 0;
}

// Whole price and quantity steps multiply exactly; only the last division rounds.
function cents(leg: HeldLeg, priceSteps: number, share = 1): number {
  const steps = leg.market.priceScale * 10 ** leg.market.asset.quantityDecimals;
  return round((priceSteps * leg.held * 100 * share) / steps);
}

function legAccount(
  book: Book,
  holding: Holding,
  leg: HeldLeg,
  place: number,
  asOf: number,
): LegAccount {
  const { market, openPrice, closePrice, mark } = leg;
  const end = leg.closedAt ?? asOf;
  const direction = leg.side === "long" ? 1 : -1;
  const quantity = leg.held / 10 ** market.asset.quantityDecimals;
  const perUnit = book.ledger(market)(holding.openedAt, end);
  const byHand =
    overridden.has(shapeOf(holding.index)) &&
    scenarioOf(book.scenarios, holding.index) === undefined &&
    place === 1
      ? between(0.9, 1.1, book.seed, holding.index, Salt.override)
      : null;
  const funding = round(-direction * perUnit * quantity * 100);
  const open = closePrice === null;
  return {
    openFee: cents(leg, openPrice, market.fee),
    closeFee: open ? null : cents(leg, closePrice, market.fee),
    exitFee: open ? cents(leg, mark?.price ?? openPrice, market.fee) : 0,
    funding,
    override: byHand === null ? null : round(funding * byHand),
    realized: open ? 0 : cents(leg, direction * (closePrice - openPrice)),
    unrealized: open ? mark && cents(leg, direction * (mark.price - openPrice)) : 0,
  };
}

function total(legs: readonly LegAccount[], amount: (leg: LegAccount) => number): number {
  return legs.reduce((sum, leg) => sum + amount(leg), 0);
}

// The capital is half the entry value of all legs, one side of the hedge.
function yearly(net: number, holding: Holding, days: number): number | null {
  const entry = holding.legs.reduce((sum, leg) => sum + cents(leg, leg.openPrice), 0) / 2;
  return days < HOUR_MS / DAY_MS ? null : round(((net / entry) * 365 * 10_000) / days) / 100;
}

/**
 * Calculates the account of a position at `asOf` (ms since epoch).
 *
 * - Funding: for each event in the holding time rate x quantity x mark, paid by longs and received
 *   by shorts if the rate is positive, rounded to cents per leg.
 * - Net: funding + realized + unrealized - paid - estimated exit; null while a mark is
 *   missing, and then the unrealized amount is 0, since one leg without the other would mislead.
 * - APR: net / (entry value of all legs / 2) x 365 / days, in percent; null within the first hour.
 */
export function accountOf(book: Book, holding: Holding, asOf: number): Account {
  const end = holding.closedAt ?? asOf;
  const legs = holding.legs.map((leg, place) => legAccount(book, holding, leg, place, asOf));
  const funding = total(legs, (leg) => leg.override ?? leg.funding);
  const paid = total(legs, (leg) => leg.openFee + (leg.closeFee ?? 0));
  const estimatedExit = total(legs, (leg) => leg.exitFee);
  const realized = total(legs, (leg) => leg.realized);
  const marked = legs.every((leg) => leg.unrealized !== null);
  const unrealized = marked ? total(legs, (leg) => leg.unrealized ?? 0) : 0;
  const net = marked ? funding + realized + unrealized - paid - estimatedExit : null;
  const durationDays = Math.round(((end - holding.openedAt) / DAY_MS) * 10_000) / 10_000;
  const apr = net === null ? null : yearly(net, holding, durationDays);
  return { legs, funding, paid, estimatedExit, realized, unrealized, net, durationDays, apr };
}
