import type { RawEvent } from "../../analytics/funding/run-oracle.js";
import {
  DAY,
  type Faults,
  randomFaults,
  randomMarket,
} from "../../analytics/market/random-market.js";
import { NOW } from "../../support/now.js";
import type { Random } from "../../support/random.js";
import { performance, position } from "../../support/records.js";
import { type Moves, moves, type RawLeg } from "./oracle.js";

/** A position with the markets of its asset, random with oddities. */
export interface Scene {
  readonly legs: readonly RawLeg[];
  readonly markets: ReadonlyMap<number, readonly RawEvent[]>;
  readonly fee: number;
  readonly expected: Moves;
}

/** Returns a position in markets 1 to 3 of 6, and what it could move to. */
export function sceneOf(random: Random): Scene {
  const base = random.pick([0.0123, 1.7, 140, 61_000]);
  const held = [1, 1, 1, 1, 1000] as const;
  const factors = Array.from({ length: 6 }, (_, at) => random.pick(at < 3 ? held : [...held, 1.6]));
  const isSound = random.chance(60);
  const heldFaults = random.pick([
    (faulty: Faults) => faulty,
    (_: Faults, holey: Faults) => holey,
    (_: Faults, holey: Faults) => holey,
    (_: Faults, __: Faults, none: Faults) => none,
  ]);
  const markets = new Map(
    factors.map((factor, at) => {
      const none = { holes: 0, conflicts: 0, nulls: 0, duplicates: 3, late: random.below(2) };
      const faulty = { ...randomFaults(random), conflicts: random.pick([0, 0, 0, 2]) };
      // a few single holes: covered in periods of an hour, and not in those of 8 hours
      const holey = { ...none, holes: 2 };
      const faults = isSound ? none : at >= 2 ? faulty : heldFaults(faulty, holey, none);
      const events = randomMarket(random, { from: NOW - 33 * DAY, until: NOW, faults });
      return [at + 1, events.map((event) => priced(event, base * factor, at))] as const;
    }),
  );
  const leg = (side: RawLeg["side"], id: number, quantity: number): RawLeg => ({
    ...{ side, market_id: id },
    quantity: quantity / (factors[id - 1] === 1000 ? 1000 : 1),
    mark_price: Number((base * (factors[id - 1] ?? 1)).toPrecision(9)),
  });
  const short = random.pick([
    [leg("short", 2, 5000)],
    [leg("short", 2, 4800)],
    [leg("short", 2, 3000), leg("short", 3, 2000)],
  ]);
  const legs = [leg("long", 1, 5000), ...short];
  const fee = random.pick([0, 2, 5.5]) / 10_000;
  return { legs, markets, fee, expected: moves(legs, markets, NOW, fee) };
}

/** A price that depends on the time alone, so that an event that is sent twice has it twice. */
function priced(event: RawEvent, base: number, seed: number): RawEvent {
  const hours = Math.round(Date.parse(event.funding_time) / 3_600_000);
  const drift = Math.sin(hours / 90) / 30 + Math.sin(hours * 0.7 + seed * 9) / 300;
  const mark_price = event.mark_price === null ? null : (base * (1 + drift)).toFixed(8);
  return { ...event, mark_price };
}

/** Returns the position of a scene as a service lists it. */
export function listedScene(n: number, legs: readonly RawLeg[], more: object = {}) {
  const listed = legs.map((leg) => ({
    ...{ exchange: `x${leg.market_id}`, symbol: "S", leverage: 3, open_price: leg.mark_price },
    ...{ mark_price_updated_at: new Date(NOW).toISOString() },
    ...leg,
  }));
  return position(n, { legs: listed, performance: performance(), ...more });
}
