import { iso, NOW } from "../support/now.js";
import { uuidOf } from "../support/records.js";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A leg of 100 units at 100 USD, with a mark of 20 seconds ago. */
export const leg = (side: "long" | "short", market_id: number, more: object = {}) => ({
  ...{ side, market_id, exchange: side === "long" ? "okx" : "binance", symbol: `X${market_id}` },
  ...{ leverage: 2, quantity: 100, open_price: 100, mark_price: 100 },
  mark_price_updated_at: iso(NOW - 20_000),
  ...more,
});

/** Results whose parts add up: fees of 1 paid and 1 at the exit. */
export const results = (funding_pnl: number, more: object = {}) => ({
  ...{ funding_pnl, fees: { paid: 1, estimated_exit: 1 } },
  ...{ spread_pnl: { realized: 0, unrealized: 0 }, net_pnl: funding_pnl - 2 },
  ...{ duration_days: 40, apr: 5, calculated_at: iso(NOW - 20_000) },
  ...more,
});

/** An open position of 40 days. */
export const position = (n: number, asset: string, legs: readonly object[], more: object = {}) => ({
  ...{ position_id: uuidOf(n), asset, status: "open", opened_at: iso(NOW - 40 * DAY) },
  ...{ closed_at: null, legs, performance: results(10) },
  ...more,
});

/** What the events of a market are like, by the time of each. */
export interface Settling {
  readonly rate?: (time: number) => string;
  readonly mark?: string;
  readonly interval?: number;
  /** The time as sent; default: with the offset +00:00. */
  readonly sent?: (time: number) => string;
  readonly from?: number;
  readonly to?: number;
}

/** Settled events every so many hours of the last 30 days, newest first. */
export function settling(hours: number, { to = NOW, from = NOW - 29.9 * DAY, ...like }: Settling) {
  const { rate = () => "0.0001", mark = "100", interval = hours } = like;
  const { sent = (time: number) => iso(time).replace("Z", "+00:00") } = like;
  const events: object[] = [];
  const step = hours * HOUR;
  for (let time = Math.floor(to / step) * step; time >= from; time -= step) {
    const event = { funding_time: sent(time), funding_rate: rate(time) };
    events.push({ ...event, funding_interval: interval, mark_price: mark });
  }
  return events;
}

/** A market that settles at nothing, every 8 hours. */
export const nothing = (mark = "100") => settling(8, { rate: () => "0", mark });
