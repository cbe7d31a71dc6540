import type { RawEvent } from "../figures/engine/funding/run-oracle.js";
import { randomFaults, randomMarket } from "../figures/engine/market/random-market.js";
import { type Random, randomOf } from "../support/random.js";
import { uuidOf } from "../support/records.js";
import type { Leg, Listed } from "./reasons.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Markets with changes of the interval, gaps, duplicates, nulls and late events. */
export function randomMarkets(count: number, now: number): ReadonlyMap<number, RawEvent[]> {
  const span = { from: now - 33 * DAY, until: now };
  return new Map(
    Array.from({ length: count }, (_, n) => {
      const random = randomOf(n + 1);
      return [n + 1, randomMarket(random, { ...span, faults: randomFaults(random) })] as const;
    }),
  );
}

/** A listed position, with its full legs. */
export interface Made {
  readonly listed: Listed;
  readonly full: readonly Leg[];
}

/** Open positions, most of them without problems, and several with each oddity. */
export function randomPositions(count: number, markets: number, now: number): Made[] {
  return Array.from({ length: count }, (_, n) => randomPosition(n, markets, now));
}

function randomPosition(n: number, markets: number, now: number): Made {
  const random = randomOf(1000 + n);
  const ago = (ms: number) => new Date(now - ms).toISOString();
  const opened = ago(random.pick([2, 6, 30, 100, 300, 900]) * HOUR + random.below(60) * MINUTE);
  const legs = randomLegs(random, markets, ago);
  const [first] = legs;
  const size = (first?.quantity ?? 1) * (first?.mark_price ?? first?.open_price ?? 1);
  const [kept, gone] = legs;
  const isClosed = random.chance(8) && legs.length === 2 && (gone?.quantity ?? 0) >= 0;
  const gains = (some: readonly Leg[]) =>
    some.reduce((sum, leg) => sum + priceGain(leg), 0) + (random.chance(6) ? size / 50 : 0);
  const unrealized = isClosed && kept !== undefined ? gains([kept]) : gains(legs);
  const full =
    isClosed && kept && gone ? [kept, { ...gone, close_price: gone.mark_price ?? 1 }] : legs;
  const listed = {
    ...{ position_id: uuidOf(n + 1), asset: "BTC", status: "open" as const, opened_at: opened },
    ...{ closed_at: null, legs },
    ...(!random.chance(3) && {
      performance: randomPerformance(random, Math.abs(size), unrealized, ago),
    }),
  };
  return { listed, full };
}

function randomLegs(random: Random, markets: number, ago: (ms: number) => string): Leg[] {
  const base = 4000 + random.below(2000); // near the marks of the markets
  const near = (price: number, parts: number) =>
    price * (1 + (random.below(2001) - 1000) / (1000 * parts));
  const open = near(base, random.pick([8, 20, 100]));
  const quantity = 1 + random.below(4000);
  const sides = random.pick([
    ["long", "short"],
    ["long", "short"],
    ["long", "short"],
    ["long", "short", "short"],
    ["long"],
  ] as const);
  const shorts = sides.filter((side) => side === "short").length;
  return sides.map((side) => {
    const whole = side === "long" ? quantity : Math.max(1, Math.round(quantity / shorts));
    const apart = random.chance(10) ? 1 + Math.floor(whole / random.pick([8, 30, 60])) : 0;
    const held = random.chance(5) ? random.pick([0, -whole]) : whole + apart;
    const times = random.chance(8) ? random.pick([-9, 7, 300]) * MINUTE : random.below(240) * 1000;
    return {
      ...{ side, exchange: side === "long" ? "binance" : "bybit", symbol: "S" },
      market_id: random.chance(4) ? null : 1 + random.below(markets),
      leverage: random.chance(12) ? null : random.pick([1, 2, 3, 5, 10, 10, 20]),
      quantity: held,
      open_price: random.chance(3) ? null : near(open, 2000),
      mark_price: random.chance(5) ? null : near(base, 4000),
      mark_price_updated_at: random.chance(3) ? null : ago(times),
    };
  });
}

function priceGain({ side, quantity, open_price, mark_price }: Leg): number {
  return (side === "long" ? 1 : -1) * quantity * ((mark_price ?? 0) - (open_price ?? 0));
}

function randomPerformance(
  random: Random,
  size: number,
  unrealized: number,
  ago: (ms: number) => string,
): NonNullable<Listed["performance"]> {
  const part = (parts: number) => (size * (random.below(2001) - 1000)) / (1000 * parts);
  /* Most positions have lost little, or earned something. */
  const funding_pnl = random.chance(25) ? -unrealized + part(50) : -unrealized + part(2000);
  const paid = Math.abs(part(400));
  const estimated_exit = Math.abs(part(500));
  const net = funding_pnl + unrealized - paid - estimated_exit;
  const days = random.pick([0.2, 2, 9, 40]);
  return {
    funding_pnl,
    fees: { paid, estimated_exit },
    spread_pnl: { realized: 0, unrealized },
    net_pnl: random.chance(5) ? null : net,
    duration_days: days,
    apr:
      random.chance(5) || size === 0
        ? null
        : (net * 36_500) / (size * days * random.pick([0.5, 1, 1, 4])),
    calculated_at: ago(random.chance(8) ? random.pick([-90, 10, 70, 3000]) * MINUTE : 20_000),
  };
}
