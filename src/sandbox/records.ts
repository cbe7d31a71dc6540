import type {
  LegDetail,
  LegSummary,
  Performance,
  Position,
  PositionDetail,
} from "../api/position.js";
import { type Account, accountOf, type LegAccount } from "./accounts.js";
import type { Book } from "./book.js";
import { type Holding, holdingAt, type Leg } from "./holding.js";
import { legId, positionId } from "./identity.js";
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

function legSummary(leg: Leg, closed: boolean): LegSummary {
  const { market, mark } = leg;
  return {
    side: leg.side,
    market_id: leg.marketKnown ? market.id : null,
    exchange: market.exchange,
    symbol: market.symbol,
    leverage: leg.leverage,
    quantity: closed ? 0 : leg.held / 10 ** market.asset.quantityDecimals,
    open_price: leg.openPrice / market.priceScale,
    mark_price: mark && mark.price / market.priceScale,
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

// Nothing on the way of a page spreads an object: that alone was most of a page's cost.
function positionOf(book: Book, holding: Holding): Position {
  const closed = holding.closedAt !== null;
  return {
    position_id: positionId(book.seed, holding.index),
    asset: holding.legs[0]?.market.asset.symbol ?? "",
    status: closed ? "closed" : "open",
    opened_at: iso(holding.openedAt),
    closed_at: holding.closedAt === null ? null : iso(holding.closedAt),
    legs: holding.legs.map((leg) => legSummary(leg, closed)),
  };
}

/** One item of the positions list as it is at `asOf` (ms since epoch). */
export function summaryRecord(
  book: Book,
  index: number,
  asOf: number,
  withPerformance: boolean,
): Position {
  const holding = holdingAt(book, index, asOf);
  const position = positionOf(book, holding);
  if (withPerformance) {
    position.performance = performanceOf(accountOf(book, holding, asOf), asOf);
  }
  return position;
}

function legDetail(book: Book, holding: Holding, leg: Leg, place: number, account: LegAccount) {
  const { closePrice, market } = leg;
  return {
    leg_id: legId(book.seed, holding.index, place),
    ...legSummary(leg, holding.closedAt !== null),
    close_price: closePrice === null ? null : closePrice / market.priceScale,
    open_fee_paid: dollars(account.openFee),
    close_fee_paid: account.closeFee === null ? null : dollars(account.closeFee),
    funding: {
      calculated: dollars(account.funding),
      override: account.override === null ? null : dollars(account.override),
    },
  } satisfies LegDetail;
}

/** The single-position record as it is at `asOf` (ms since epoch). */
export function detailRecord(book: Book, index: number, asOf: number): PositionDetail {
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
    note: notes.get(shapeOf(index)) ?? null,
    opened_at,
    closed_at,
    legs,
  };
}
