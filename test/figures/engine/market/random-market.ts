import type { Random } from "../../../support/random.js";
import type { RawEvent } from "../funding/run-oracle.js";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** What is wrong with a market, percent of its events. */
export interface Faults {
  readonly holes: number;
  readonly duplicates: number;
  readonly conflicts: number;
  readonly nulls: number;
  /** How many of its last events are not there yet. */
  readonly late: number;
}

/** Faults of one market: half of them have none. */
export function randomFaults(random: Random): Faults {
  const sound = random.chance(50);
  return {
    holes: sound ? 0 : random.pick([0, 1, 1, 12]),
    duplicates: random.pick([0, 3, 30]),
    conflicts: sound ? 0 : random.pick([0, 0, 0, 1]),
    nulls: sound ? 0 : random.pick([0, 0, 1]),
    late: random.pick([0, 0, 0, 1, 2, 9]),
  };
}

/**
 * Events of a market, newest first, that settles every 1, 2, 4 or 8 hours and may change that, also
 * between two settlements of the longer one, and may go on with the old `funding_interval`.
 */
export function randomMarket(
  random: Random,
  {
    from,
    until,
    faults,
  }: { readonly from: number; readonly until: number; readonly faults: Faults },
): RawEvent[] {
  const unit = random.pick([1, 60]);
  const stale = random.chance(10);
  const turn = from + random.below(Math.floor((until - from) / HOUR)) * HOUR;
  const intervals = [random.pick([1, 4, 8]), random.pick([1, 2, 4, 8])] as const;
  const changes = random.chance(60);
  const settled: RawEvent[] = [];
  for (let at = from; at <= until; at += HOUR) {
    const interval = changes && at > turn ? intervals[1] : intervals[0];
    if ((at / HOUR) % interval !== 0) continue;
    settled.push(randomEvent(random, at, (stale ? intervals[0] : interval) * unit));
  }
  const there = settled.slice(0, settled.length - faults.late);
  return there.flatMap((event) => disturbed(random, event, faults)).reverse();
}

function randomEvent(random: Random, at: number, interval: number): RawEvent {
  return {
    funding_time: new Date(at + random.pick([0, 0, 13, 900])).toISOString(),
    funding_rate: decimalText(random, 8000, 7),
    funding_interval: interval,
    mark_price: (4000 + random.below(20_000_000) / 10_000).toFixed(4),
  };
}

function disturbed(random: Random, event: RawEvent, faults: Faults): RawEvent[] {
  if (random.chance(faults.holes)) return [];
  if (random.chance(faults.nulls))
    return [{ ...event, [random.pick(["funding_rate", "mark_price"])]: null }];
  if (random.chance(faults.conflicts)) return [event, { ...event, funding_rate: "0.0123" }];
  return random.chance(faults.duplicates) ? [event, { ...event }] : [event];
}

function decimalText(random: Random, bound: number, decimals: number): string {
  const digits = random
    .below(bound)
    .toString()
    .padStart(decimals + 1, "0");
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return random.chance(40) ? `-${text}` : text;
}
