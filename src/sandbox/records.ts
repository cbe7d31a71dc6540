import { HOUR_MS } from "../base/time/periods.js";
import type {
  Leg,
  LegDetail,
  Performance,
  Position,
  PositionDetail,
} from "../client/resources/position.js";
import { type Account, accountOf, type LegAccount } from "./accounts.js";
import type { Book } from "./book.js";
import { type HeldLeg, type Holding, holdingAt } from "./holding.js";
import { legId, positionId } from "./identity.js";
import { priceOf } from "./market.js";
import { SCENARIOS, scenarioOf, statusOf } from "./scenarios.js";
import { shapeOf } from "./timeline.js";

const notes = new Map([
  [0, "Short side split over two exchanges, one of them was near its position limit."],
  [4, "Funding of the short leg taken from the exchange's own statement."],
  [7, "Mark of the short leg missing since the exchange renamed the market."],
  [12, "Añadir al corto 🚀 — el largo pesa más; 均衡を確認"],
  [16, "Closed early: the spread had gone."],
]);

const dollars = (cents: number): number => cents / 100;
const iso = (time: number): string => new Date(time).toISOString();

function legOf(leg: HeldLeg): Leg {
  const { market, mark } = leg;
  return {
    side: leg.side,
    market_id: leg.marketKnown ? market.id : null,
    exchange: market.exchange,
    symbol: market.symbol,
    leverage: leg.leverage,
    quantity: leg.quantity,
    open_price: priceOf(market, leg.openPrice),
    mark_price: mark && priceOf(market, mark.price),
    mark_price_updated_at: mark && iso(mark.at),
  };
}

function performanceOf(account: Account, asOf: number): Performance {
  return {
    funding_pnl: dollars(account.funding),
    fees: { paid: dollars(account.paid), estimated_exit: dollars(account.estimatedExit) },
    spread_pnl: { realized: dollars(account.realized), unrealized: dollars(account.unrealized) },
    net_pnl: account.net === null ? null : dollars(account.net),
    duration_days: account.durationDays,
    apr: account.apr,
    calculated_at: iso(asOf),
  };
}

// The performance at its last calculation, which is now unless a scenario changes it.
function performanceAt(book: Book, holding: Holding, asOf: number): Performance {
  if (scenarioOf(book.scenarios, holding.index) !== "stale-performance") {
    return performanceOf(accountOf(book, holding, asOf), asOf);
  }
  const calculated = Math.max(asOf - 26 * HOUR_MS, holding.openedAt);
  const before = holdingAt(book, holding.index, calculated);
  return performanceOf(accountOf(book, before, calculated), calculated);
}

/** A record with any status: a scenario sends one that the interface does not name. */
export type Sent<T> = Omit<T, "status"> & { status: string };

// Avoids object spread, which took most of the time of a page.
function positionOf(book: Book, holding: Holding): Sent<Position> {
  return {
    position_id: positionId(book.seed, holding.index),
    asset: holding.legs[0]?.market.asset.symbol ?? "",
    status: statusOf(holding.closedAt, scenarioOf(book.scenarios, holding.index)),
    opened_at: iso(holding.openedAt),
    closed_at: holding.closedAt === null ? null : iso(holding.closedAt),
    legs: holding.legs.map(legOf),
  };
}

/** Returns an item of the positions list at `asOf` (ms since epoch). */
export function summaryRecord(
  book: Book,
  index: number,
  asOf: number,
  withPerformance: boolean,
): Sent<Position> {
  const holding = holdingAt(book, index, asOf);
  const position = positionOf(book, holding);
  if (withPerformance) position.performance = performanceAt(book, holding, asOf);
  return position;
}

function legDetail(book: Book, holding: Holding, leg: HeldLeg, place: number, account: LegAccount) {
  const { closePrice, market } = leg;
  return {
    leg_id: legId(book.seed, holding.index, place),
    ...legOf(leg),
    close_price: closePrice === null ? null : priceOf(market, closePrice),
    open_fee_paid: dollars(account.openFee),
    close_fee_paid: account.closeFee === null ? null : dollars(account.closeFee),
    funding: {
      calculated: dollars(account.funding),
      override: account.override === null ? null : dollars(account.override),
    },
  } satisfies LegDetail;
}

// A note describes what is special about a position, or its scenario.
function noteOf(book: Book, index: number): string | null {
  const name = scenarioOf(book.scenarios, index);
  if (name !== undefined) return `Scenario ${name}: ${SCENARIOS[name].summary}.`;
  return notes.get(shapeOf(index)) ?? null;
}

/** Returns the single-position record at `asOf` (ms since epoch). */
export function detailRecord(book: Book, index: number, asOf: number): Sent<PositionDetail> {
  const holding = holdingAt(book, index, asOf);
  const account = accountOf(book, holding, asOf);
  const { position_id, asset, status, opened_at, closed_at } = positionOf(book, holding);
  const legs = holding.legs.flatMap((leg, place) => {
    const own = account.legs[place];
    return own === undefined ? [] : [legDetail(book, holding, leg, place, own)];
  });
  return {
    position_id,
    portfolio_id: book.portfolioId,
    asset,
    status,
    note: noteOf(book, index),
    opened_at,
    closed_at,
    legs,
  };
}
