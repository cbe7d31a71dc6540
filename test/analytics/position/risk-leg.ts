import { Big } from "big.js";
import type { Measure } from "../../../src/analytics/measure.js";
import { legRisksOf } from "../../../src/analytics/position/leg-risk.js";
import type { MarketEvent } from "../../../src/book/settled-event.js";
import type { Leg, Position } from "../../../src/client/resources/position.js";

export const MINUTE = 60_000;
export const NOW = Date.parse("2026-06-01T00:00:00Z");
export const ago = (ms: number): string => new Date(NOW - ms).toISOString();

/** A leg of one at 100 with a leverage of 5. */
export const leg = (side: "long" | "short", more: Partial<Leg> = {}): Leg => ({
  ...{ side, market_id: 1, exchange: "x", symbol: "S", leverage: 5, quantity: 1 },
  ...{ open_price: 100, mark_price: 100, mark_price_updated_at: ago(MINUTE) },
  ...more,
});

/** An open position with these legs. */
export const held = (...legs: Leg[]): Position => ({
  ...{ position_id: "p", asset: "S", status: "open", closed_at: null },
  ...{ opened_at: "2026-04-01T00:00:00Z", legs },
});

/** A service without any settled funding. */
export const inputs = {
  isUnchecked: (_id: string) => false,
  now: NOW,
  historyOf: (): readonly MarketEvent[] | undefined => undefined,
};

/** Ten percent. */
export const TEN = { unit: "percent", amount: new Big(10) } as const;

/** The risks of the legs of positions, of which a margin is thin under 10 percent. */
export const risks = (...positions: readonly Position[]) =>
  positions.flatMap((position) => legRisksOf(position, inputs, TEN));

export const numberOf = ({ value }: Measure): number | null => value?.toNumber() ?? null;
