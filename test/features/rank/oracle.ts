/*
 * Recomputes a ranking from the raw records with integers and plain loops. It shares no code with
 * src/analytics and follows the text of docs/reference/figures/rank.md, "Rank", alone.
 */
import {
  halfEven,
  holesOf,
  type Known,
  known,
  type RawEvent,
} from "../../analytics/funding/run-oracle.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

export interface RawMarket {
  readonly id: number;
  readonly asset?: string;
  readonly events: readonly RawEvent[];
}

export interface RankRow {
  readonly long: number;
  readonly short: number | undefined;
  readonly period: number;
  readonly end: number;
  /** Percent per year with 8 decimals as integers, of 1, 3, 7 and 30 days. */
  readonly annualised: readonly (bigint | null)[];
  /** Why each of them is not known, whole periods, and periods. */
  readonly whys: readonly (readonly [string | undefined, number, number])[];
  readonly worst: bigint | null;
  readonly weeks: { readonly known: number; readonly of: number };
  readonly coveredHours: number;
  readonly wantedHours: number;
  readonly holes: number;
}

/** One period of one side. */
interface Cell {
  readonly rate: bigint;
  readonly events: number;
  readonly whole: boolean;
  readonly conflict: boolean;
}

export function pairsOf(markets: readonly RawMarket[], now: number): RankRow[] {
  const rows: RankRow[] = [];
  for (const [at, one] of markets.entries()) {
    for (const other of markets.slice(at + 1)) {
      if (one.asset === undefined || one.asset !== other.asset) continue;
      const [a, b] = one.id < other.id ? [one, other] : [other, one];
      const straight = rowOf([a, b], now);
      if (straight !== undefined) rows.push(straight);
    }
  }
  return rows.sort(byOrder);
}

export function marketsOf(markets: readonly RawMarket[], now: number): RankRow[] {
  return markets.flatMap((market) => rowOf([market], now) ?? []).sort(byOrder);
}

function byOrder(a: RankRow, b: RankRow): number {
  const covered = (row: RankRow) => row.coveredHours * 20 >= row.wantedHours * 19;
  if (covered(a) !== covered(b)) return covered(a) ? -1 : 1;
  for (const [x, y] of [
    [a.worst, b.worst],
    [a.annualised[3] ?? null, b.annualised[3] ?? null],
  ] as const) {
    if (x === y) continue;
    if (x === null) return 1;
    if (y === null) return -1;
    return x > y ? -1 : 1;
  }
  return a.long - b.long || (a.short ?? 0) - (b.short ?? 0);
}

function rowOf(sides: readonly RawMarket[], now: number): RankRow | undefined {
  const all = sides.map(({ events }) => known(events));
  if (all.some((events) => events.length === 0 || events.some(({ own }) => !(own > 0)))) return;
  const clock = clockOf(all, now);
  const cells = all.map((events) => cellsOf(events, clock));
  const total = cells[0]?.table.reduce((sum, _, i) => {
    const whole = cells.every(({ table }) => table[i]?.whole);
    return whole ? sum + (cells[1]?.table[i]?.rate ?? 0n) - (cells[0]?.table[i]?.rate ?? 0n) : sum;
  }, 0n);
  const turned = sides.length === 2 && (total ?? 0n) < 0n;
  const signs = sides.length === 1 ? [1n] : turned ? [1n, -1n] : [-1n, 1n];
  const tables = cells.map(({ table }) => table);
  const over = (from: number, to: number) => annualised(tables, signs, clock.period, from, to);
  const { count, period } = clock;
  const days = (n: number) => Math.ceil((n * DAY) / period);
  const month = over(0, count);
  const ends = new Set<number>();
  for (let shift = 0; shift <= 23; shift++) {
    const end = count - Math.floor((shift * DAY) / period);
    if (end - days(7) >= 0) ends.add(end);
  }
  const weeks = [...ends].map((end) => over(end - days(7), end)).filter((it) => it.enough);
  const least = weeks
    .map(({ value }) => value)
    .reduce<bigint | null>(
      (low, it) => (low === null || (it !== null && it < low) ? it : low),
      null,
    );
  const [first, second] = turned ? [sides[1], sides[0]] : [sides[0], sides[1]];
  return {
    long: first?.id ?? 0,
    short: second?.id,
    period,
    end: clock.end,
    annualised: [1, 3, 7].map((n) => over(count - days(n), count).value).concat(month.value),
    whys: [1, 3, 7, 30].map((n) => {
      const length = Math.min(count, days(n));
      const { why, whole } = over(count - length, count);
      return [why, whole, length] as const;
    }),
    worst: least,
    weeks: { known: weeks.length, of: ends.size },
    coveredHours: (month.whole * period) / HOUR,
    wantedHours: (count * period) / HOUR,
    holes: cells.reduce((sum, it) => sum + it.holes, 0),
  };
}

function clockOf(all: readonly (readonly Known[])[], now: number) {
  const lengths = [...new Set(all.flat().map(({ own }) => own))].sort((a, b) => a - b);
  let clock = { period: 0, count: 0, end: 0 };
  for (const period of lengths) {
    const count = Math.ceil((30 * DAY) / period);
    let end = Math.floor(now / period) * period;
    const waits = () =>
      all.some((events) => {
        const last = events[events.length - 1];
        if (last === undefined) return false;
        for (let due = last.at + last.own; due <= end; due += last.own) {
          if (now - due <= last.own) return true;
        }
        return false;
      });
    while (waits()) end -= period;
    clock = { period, count, end };
    const isInside = ({ at }: Known) => at > end - count * period && at <= end;
    if (all.flat().every((event) => !isInside(event) || event.own <= period)) break;
  }
  return clock;
}

function cellsOf(
  events: readonly Known[],
  { period, count, end }: { readonly period: number; readonly count: number; readonly end: number },
): { readonly table: Cell[]; readonly holes: number } {
  const start = end - count * period;
  const missing = holesOf(events, start, end).filter((at) => at > start && at <= end);
  let holes = missing.length;
  const table = Array.from({ length: count }, (_, i): Cell => {
    const [from, to] = [start + i * period, start + (i + 1) * period];
    const own = events.filter(({ at }) => at > from && at <= to);
    const rated = own.filter(({ rate }) => rate !== undefined);
    holes += own.length - rated.length;
    const lacks = missing.some((at) => at > from && at <= to);
    return {
      rate: rated.reduce((sum, { rate }) => sum + (rate ?? 0n), 0n),
      events: rated.length,
      whole: own.length > 0 && rated.length === own.length && !lacks,
      conflict: own.some(({ conflict }) => conflict),
    };
  });
  return { table, holes };
}

function annualised(
  tables: readonly (readonly Cell[])[],
  signs: readonly bigint[],
  period: number,
  from: number,
  to: number,
): {
  readonly value: bigint | null;
  readonly whole: number;
  readonly enough: boolean;
  readonly why: string | undefined;
} {
  let [sum, whole, clear] = [0n, 0, true];
  const events = tables.map(() => 0);
  for (let i = from; i < to; i++) {
    if (tables.some((table) => table[i]?.conflict)) clear = false;
    if (!tables.every((table) => table[i]?.whole)) continue;
    whole++;
    for (const [side, table] of tables.entries()) {
      sum += (signs[side] ?? 0n) * (table[i]?.rate ?? 0n);
      events[side] = (events[side] ?? 0) + (table[i]?.events ?? 0);
    }
  }
  const enough = clear && whole > 0 && whole * 20 >= (to - from) * 19;
  const isLong = whole * period >= DAY && Math.min(...events) >= 3;
  // rates have 15 decimals; percent with 8
  const value =
    enough && isLong
      ? halfEven(sum * BigInt(YEAR) * 100n, BigInt(whole * period) * 10n ** 7n)
      : null;
  const why = clear ? (enough ? "too_few_settlements" : "events_missing") : "events_conflicting";
  return { value, whole, enough, why: value === null ? why : undefined };
}
