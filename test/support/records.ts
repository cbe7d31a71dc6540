/** Records in the format of the service, for tests that define its answers. */

export function uuidOf(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
}

export function leg(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    side: "long",
    market_id: 1,
    exchange: "binance",
    symbol: "BTCUSDT",
    leverage: 3,
    quantity: 0.5,
    open_price: 60000,
    mark_price: 61000,
    mark_price_updated_at: "2026-01-01T00:00:00Z",
    ...overrides,
  };
}

export function position(
  n: number,
  overrides: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    position_id: uuidOf(n),
    asset: "BTC",
    status: "open",
    opened_at: "2025-12-01T00:00:00Z",
    closed_at: null,
    legs: [leg(), leg({ side: "short", exchange: "bybit", market_id: 2 })],
    ...overrides,
  };
}

/** A performance whose parts add up to its net PnL: funding makes up for one that is changed alone. */
export function performance(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const own = {
    funding_pnl: 100.5,
    fees: { paid: 10.25, estimated_exit: 5.25 },
    spread_pnl: { realized: 0, unrealized: -3.5 },
    net_pnl: 81.5,
    duration_days: 31,
    apr: 12.5,
    calculated_at: "2026-06-01T11:59:30Z",
    ...overrides,
  };
  const rest =
    own.spread_pnl.realized + own.spread_pnl.unrealized - own.fees.paid - own.fees.estimated_exit;
  if (overrides.net_pnl === undefined) return { ...own, net_pnl: own.funding_pnl + rest };
  const isNetAlone = overrides.funding_pnl === undefined && typeof own.net_pnl === "number";
  return isNetAlone ? { ...own, funding_pnl: own.net_pnl - rest } : own;
}

export const PORTFOLIO = "11111111-1111-4111-8111-111111111111";
