import type { RawEvent } from "../analytics/funding/run-oracle.js";
import { DAY, randomFaults, randomMarket } from "../analytics/market/random-market.js";
import type { Terms } from "../features/backtest/oracle.js";
import { type Random, randomOf } from "../support/random.js";

/** Two markets of one asset, and how a hedge of them is asked for. */
export interface RandomPair {
  readonly events: readonly [long: RawEvent[], short: RawEvent[]];
  readonly terms: Terms;
  readonly argv: readonly string[];
}

/** How long the history is, and how the markets are called. */
interface Scale {
  readonly history: number;
  readonly days: readonly [number, ...number[]];
  readonly ids: readonly [long: number, short: number];
}
const MONTH: Scale = { history: 30, days: [5, 17, 29], ids: [1, 2] };

/** Two markets with cadences and faults of their own, whose prices stay near each other. */
export function randomPair(n: number, now: number, scale: Scale = MONTH): RandomPair {
  const random = randomOf(7000 + n);
  const base = random.pick([0.0123, 1.7, 140, 61_000]);
  const times = random.pick([1, 1, 1, 1000]);
  const days = random.pick(scale.days);
  const market = (seed: number, factor: number) => {
    const events = randomMarket(random, {
      from: now - scale.history * DAY,
      until: now,
      faults: faults(random),
    });
    return events.map((event) => priced(event, base * factor, seed));
  };
  const terms: Terms = {
    notional: random.pick([10_000, 2500, 1_000_000]),
    feeLong: random.pick([0, 2, 5]) / 10_000,
    feeShort: random.pick([0, 3, 5.5]) / 10_000,
    slippage: random.pick([0, 1]) / 10_000,
    leverage: random.pick([undefined, [5, 3] as const]),
    multipliers: [1, times],
    holdDays: random.pick([1, 3, 7]),
    gaps: random.pick(["longest", "longest", "allow", "allow", "refuse"] as const),
    start: now - days * DAY,
    end: now + 1,
  };
  const events = [market(n, 1), market(n + 0.5, times)] as const;
  return { events, terms, argv: argvOf(terms, days, scale.ids) };
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

function argvOf(terms: Terms, days: number, ids: Scale["ids"]): string[] {
  const bps = (share: number) => `${Math.round(share * 100_000) / 10}bps`;
  return [
    ...["funding", "backtest", ...ids.map(String), "-o", "json", "--start", `${days}d`],
    ...["--notional", String(terms.notional), "--hold", `${terms.holdDays}d`],
    ...["--fee-long", bps(terms.feeLong), "--fee-short", bps(terms.feeShort)],
    ...["--slippage", bps(terms.slippage), "--multiplier-short", String(terms.multipliers[1])],
    ...(terms.leverage === undefined ? [] : ["--leverage", terms.leverage.join(",")]),
    ...(terms.gaps === "longest" ? [] : ["--gaps", terms.gaps]),
  ];
}
