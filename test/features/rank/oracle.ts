/*
 * Recomputes a ranking from the raw records with integers and plain loops. It shares no code with
 * src/analytics and follows the text of src/features/rank/explain.md, "Rank", alone.
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
  /** Standard errors of 1, 3, 7 and 30 days, percent per year; null if unknown. */
  readonly se: readonly (number | null)[];
  readonly nEff: number | null;
  shrunk: number | null;
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
  shrink(rows);
  return rows.sort((a, b) => byOrder(a, b, [(it) => it.shrunk, meanOf]));
}

function shrink(rows: readonly RankRow[]): void {
  const known = rows.filter((it) => meanOf(it) !== null && it.se[3] !== null);
  let [squares, errors] = [0, 0];
  for (const row of known) {
    squares += (meanOf(row) ?? 0) ** 2;
    errors += (row.se[3] ?? 0) ** 2;
  }
  if (known.length < 8) return;
  const tau = Math.max(0, (squares - errors) / known.length);
  for (const row of known) row.shrunk = ((meanOf(row) ?? 0) * tau) / (tau + (row.se[3] ?? 0) ** 2);
}

const meanOf = ({ annualised: [, , , month] }: RankRow) =>
  month == null ? null : Number(month) / 1e8;
const sizeOf = (row: RankRow) => {
  const mean = meanOf(row);
  return mean === null ? null : Math.abs(mean);
};

export function marketsOf(markets: readonly RawMarket[], now: number): RankRow[] {
  const rows = markets.flatMap((market) => rowOf([market], now) ?? []);
  return rows.sort((a, b) => byOrder(a, b, [sizeOf]));
}

export const byWorst = (rows: readonly RankRow[]) =>
  rows.toSorted((a, b) => byOrder(a, b, [({ worst }) => worst, meanOf]));

type Figure = number | bigint | null;

function byOrder(a: RankRow, b: RankRow, figures: readonly ((row: RankRow) => Figure)[]): number {
  const covered = (row: RankRow) => row.coveredHours * 20 >= row.wantedHours * 19;
  if (covered(a) !== covered(b)) return covered(a) ? -1 : 1;
  const whole = ({ weeks }: RankRow) => weeks.known > 0 && weeks.known === weeks.of;
  if (whole(a) !== whole(b)) return whole(a) ? -1 : 1;
  for (const [x, y] of figures.map((of) => [of(a), of(b)] as const)) {
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
  const weeks = [...ends]
    .map((end) => over(end - days(7), end))
    .filter((it) => it.enough && it.whole === days(7));
  const rates = cells[0]?.table.map((_, i) =>
    tables.some((table) => !table[i]?.whole || table[i]?.conflict)
      ? null
      : tables.reduce((sum, table, side) => {
          return sum + Number(signs[side]) * Number(table[i]?.rate ?? 0n);
        }, 0) *
        1e-13 *
        (YEAR / period),
  );
  const sure = surenessOf(rates ?? [], period);
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
    se: [1, 3, 7, 30].map((n) => sure?.over(Math.min(count, days(n))) ?? null),
    nEff: sure?.nEff ?? null,
    shrunk: null,
  };
}

function surenessOf(x: readonly (number | null)[], period: number) {
  const own = x.flatMap((it) => it ?? []);
  const n = own.length;
  if (n < 8 || n * period < 10 * DAY) return undefined;
  const mean = own.reduce((a, b) => a + b, 0) / n;
  const variance = own.reduce((a, b) => a + (b - mean) ** 2, 0) / n;
  let shared = 0;
  for (let i = 1; i < x.length; i++) {
    const [a, b] = [x[i - 1] ?? null, x[i] ?? null];
    if (a !== null && b !== null) shared += (a - mean) * (b - mean);
  }
  const r = shared / n / variance;
  const rho = Math.min(0.97, Math.max(0, r + (1 + 3 * r) / n));
  const nEff = Math.max(2, (n * (1 - rho)) / (1 + rho));
  const sigma = Math.sqrt((variance * nEff) / (nEff - 1));
  return { nEff, over: (w: number) => sigma / Math.sqrt(Math.max(1, (w * nEff) / n)) };
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
