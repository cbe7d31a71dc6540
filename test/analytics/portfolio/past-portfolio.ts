import {
  addParts,
  knownParts,
  NO_PARTS,
  PART_NAMES,
  type Parts,
} from "../../../src/analytics/portfolio/parts.js";
import { createTracker, type Settlement } from "../../../src/analytics/portfolio/tracker.js";
import type {
  Moment,
  SnapshotPosition,
} from "../../../src/analytics/position/snapshot-position.js";
import { momentOf } from "../../../src/analytics/position/snapshot-position.js";
import { decimal } from "../../../src/base/decimal.js";
import type { Random } from "../../support/random.js";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** A midnight (UTC), the beginning of the random portfolios. */
export const BEGIN = Date.parse("2026-05-01T00:00:00Z");

/** Figures of a position in USD: funding, realized, unrealized, fees paid, exit estimate, net. */
export type Figures = readonly [string, string, string, string, string, string | null];

const NAMES = [
  "funding_pnl",
  "spread_realized",
  "spread_unrealized",
  "fees_paid",
  "fees_estimated_exit",
  "net_pnl",
] as const;

/** Returns a position at a moment; its net PnL is null when `figures` is. */
export function standing(
  id: string,
  openedAt: number,
  figures: Figures | null,
  more: Partial<SnapshotPosition> = {},
): SnapshotPosition {
  const leg = {
    market_id: 1,
    exchange: "binance",
    symbol: "X",
    leverage: 1,
    quantity: 2,
    open_price: 500,
    mark_price: 500,
    mark_price_updated_at: new Date(BEGIN).toISOString(),
  };
  return {
    positionId: id,
    asset: `A${id}`,
    status: "open",
    openedAt,
    closedAt: null,
    legs: [
      { ...leg, side: "long" },
      { ...leg, side: "short", exchange: "bybit" },
    ],
    calculatedAt: null,
    parts: knownParts((name) => figures?.[NAMES.indexOf(name)]),
    partOf: (name) => decimal(figures?.[NAMES.indexOf(name)] ?? null),
    ...more,
  };
}

/** Returns figures whose net PnL is what the parts give, in cents. */
function figuresOf(random: Random): Figures {
  const cents = () => random.below(200_001) - 100_000;
  const [funding, realized, unrealized, paid, exit] = [cents(), cents(), cents(), cents(), cents()];
  const net = funding + realized + unrealized - paid - exit;
  const usd = (amount: number) => (amount / 100).toFixed(2);
  return [usd(funding), usd(realized), usd(unrealized), usd(paid), usd(exit), usd(net)];
}

/**
 * Returns a random portfolio at increasing moments: positions are opened, closed, vanish, come back,
 * and have no net PnL now and then.
 */
export function randomMoments(random: Random, count: number, spacing: () => number): Moment[] {
  const moments: Moment[] = [];
  const positions = new Map<string, { openedAt: number; closed: boolean; hidden: boolean }>();
  let at = BEGIN;
  for (let n = 0; n < count; n++) {
    at += n === 0 ? 0 : spacing();
    while (positions.size < 3 || random.chance(10)) {
      const isOld = n === 0 || random.chance(20);
      const openedAt = isOld ? BEGIN - DAY : at - 1_000;
      positions.set(String(positions.size), { openedAt, closed: false, hidden: false });
    }
    for (const position of positions.values()) {
      if (random.chance(3)) position.closed = true;
      if (random.chance(3)) position.hidden = !position.hidden;
    }
    const listed = [...positions].filter(([, { hidden }]) => !hidden);
    const standings = listed.map(([id, { openedAt, closed }]) =>
      standing(id, openedAt, random.chance(15) ? null : figuresOf(random), {
        status: closed ? "closed" : "open",
      }),
    );
    moments.push(momentOf(at, standings));
  }
  return moments;
}

/** Returns what a settlement comes to. */
export const sumOf = ({ steps }: Settlement): Parts =>
  steps.reduce((sum, { parts }) => addParts(sum, parts), NO_PARTS);

/** Returns parts in dollars and cents, in their order. */
export const text = (parts: Parts): string[] => PART_NAMES.map((name) => parts[name].toFixed(2));

/** Settles after each of the moments, and at the first without changes. */
export function settled(...moments: Moment[]): Settlement[] {
  const tracker = createTracker({ addsNotionals: true });
  return moments.map((moment) => {
    tracker.see(moment);
    return tracker.settle();
  });
}
