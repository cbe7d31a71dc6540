import type { RawEvent } from "../analytics/funding/run-oracle.js";
import { DAY, randomFaults, randomMarket } from "../analytics/market/random-market.js";
import { type Random, randomOf } from "../support/random.js";

/** Two markets of one asset, and units of it in one contract of the short one. */
export interface RandomPair {
  readonly events: readonly [long: RawEvent[], short: RawEvent[]];
  readonly times: number;
}

/** Two markets of 30 days with cadences and faults of their own, whose prices stay near each other. */
export function randomPair(n: number, now: number): RandomPair {
  const random = randomOf(7000 + n);
  const base = random.pick([0.0123, 1.7, 140, 61_000]);
  const times = random.pick([1, 1, 1, 1000]);
  const market = (seed: number, factor: number) => {
    const events = randomMarket(random, {
      from: now - 30 * DAY,
      until: now,
      faults: faults(random),
    });
    return events.map((event) => priced(event, base * factor, seed));
  };
  return { events: [market(n, 1), market(n + 0.5, times)], times };
}

/** Half of the markets of {@link randomFaults}, and others that lack little. */
function faults(random: Random) {
  const { late, duplicates, ...rest } = randomFaults(random);
  return random.chance(50)
    ? { ...rest, duplicates, late }
    : { ...rest, duplicates, late, holes: 0 };
}

/** A price that depends on the time alone, so that an event that is sent twice has it twice. */
function priced(event: RawEvent, base: number, seed: number): RawEvent {
  const hours = Math.round(Date.parse(event.funding_time) / 3_600_000);
  const drift = Math.sin(hours / 90 + base) / 12 + Math.sin(hours * 0.7 + seed * 9) / 300;
  const mark_price = event.mark_price === null ? null : (base * (1 + drift)).toFixed(8);
  return { ...event, mark_price };
}
