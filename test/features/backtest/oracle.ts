/*
 * Recomputes a backtest from the raw records with plain loops and doubles. It shares no code with
 * src/analytics and follows the text of docs/reference/figures/backtest.md, "Backtest", alone.
 */
import {
  firstByMinute,
  holesOf,
  known,
  type RawEvent,
} from "../../analytics/funding/run-oracle.js";

const DAY = 86_400_000;
const MINUTE = 60_000;

export interface Terms {
  readonly notional: number;
  readonly feeLong: number;
  readonly feeShort: number;
  readonly slippage: number;
  readonly leverage: readonly [number, number] | undefined;
  readonly multipliers: readonly [number, number];
  readonly holdDays: number;
  readonly gaps: "longest" | "refuse" | "allow";
  readonly start: number;
  readonly end: number;
}

export interface Money {
  readonly funding: number;
  readonly basis: number;
  readonly fees: number;
  readonly slippage: number;
  readonly net: number;
}

export interface Recomputed extends Money {
  readonly entry: number;
  readonly exit: number;
  readonly counted: number;
  readonly of: number;
  readonly stretches: number;
  readonly netApr: number | null;
  readonly breakEven: number | null;
  readonly drawdown: number;
  readonly perDay: number | null;
  readonly se: number | null;
  readonly nEff: number | null;
  readonly days: { readonly above: number; readonly counted: number; readonly of: number };
  readonly windows: {
    readonly counted: number;
    readonly of: number;
    readonly independent: number;
    readonly net: readonly number[];
  };
}

interface Line {
  /** Spacing of each known event, milliseconds. */
  readonly own: Map<number, number>;
  readonly mark: Map<number, number>;
  readonly rate: Map<number, number>;
  /** Times of events that are missing or have no rate or mark. */
  readonly unknown: number[];
}

function lineOf(raw: readonly RawEvent[], multiplier: number): Line {
  const events = known(raw);
  const sentAt = firstByMinute(raw);
  const line: Line = { own: new Map(), mark: new Map(), rate: new Map(), unknown: [] };
  const [first, last] = [events[0], events[events.length - 1]];
  if (first === undefined || last === undefined) return line;
  for (const event of events) {
    const sent = sentAt.get(event.at);
    const hasMark = !event.conflict && sent?.mark_price != null && Number(sent.mark_price) > 0;
    const hasRate = !event.conflict && sent?.funding_rate != null;
    line.own.set(event.at, event.own);
    if (hasMark) line.mark.set(event.at, Number(sent.mark_price) / multiplier);
    if (hasMark && hasRate) line.rate.set(event.at, Number(sent.funding_rate));
    else line.unknown.push(event.at);
  }
  line.unknown.push(...holesOf(events, first.at, last.at));
  return line;
}

export function backtest(
  raw: readonly [long: readonly RawEvent[], short: readonly RawEvent[]],
  terms: Terms,
): Recomputed | "refused" {
  const long = lineOf(raw[0], terms.multipliers[0]);
  const short = lineOf(raw[1], terms.multipliers[1]);
  const isWithin = (at: number) => at >= terms.start && at < terms.end;
  const leading = leadOf([long, short], isWithin);
  if (leading !== undefined) follow(leading, leading === long ? short : long);
  const instants = [...(leading ?? long).mark.keys()]
    .filter((at) => long.mark.has(at) && short.mark.has(at) && isWithin(at))
    .sort((a, b) => a - b);
  if (instants.length < 2) return "refused";
  const unknown = [...long.unknown, ...short.unknown];
  const lost = (after: number, upTo: number) =>
    unknown.filter((at) => at > after && at <= upTo).length;
  const stretches: number[][] = [];
  for (const [n, at] of instants.entries()) {
    const before = instants[n - 1];
    if (before === undefined || lost(before, at) > 0) stretches.push([at]);
    else stretches[stretches.length - 1]?.push(at);
  }
  if (terms.gaps === "refuse" && stretches.length > 1) return "refused";
  let taken = instants;
  if (terms.gaps !== "allow") {
    taken = [];
    for (const stretch of stretches) if (span(stretch) >= span(taken)) taken = stretch;
  }
  const [entry, exit] = [taken[0], taken[taken.length - 1]];
  if (entry === undefined || exit === undefined || entry === exit) return "refused";
  const ratio = price(short, entry) / price(long, entry);
  if (ratio < 0.8 || ratio > 1.25) return "refused";
  return whole({ long, short, lost, taken, entry, exit, stretches: stretches.length, terms });
}

/** The slower of markets that never settle within a minute, equally slow ones the long one. */
function leadOf([long, short]: readonly [Line, Line], isWithin: (at: number) => boolean) {
  const times = ({ mark, unknown }: Line) => [...mark.keys(), ...unknown].filter(isWithin);
  const others = times(short);
  const isMet = times(long).some((at) => others.some((it) => Math.abs(it - at) <= MINUTE));
  if (isMet) return undefined;
  const slowest = ({ own }: Line) =>
    [...own].reduce((most, [at, ms]) => (isWithin(at) ? Math.max(most, ms) : most), 0);
  return slowest(short) > slowest(long) ? short : long;
}

/** Gives a market at the marks of another its own last one, no older than its own spacing. */
function follow(leading: Line, other: Line): void {
  const marks = [...other.mark].sort(([a], [b]) => a - b);
  for (const at of leading.mark.keys()) {
    const last = marks.findLast(([time]) => time <= at);
    if (last === undefined || at - last[0] > (other.own.get(last[0]) ?? 0)) continue;
    other.mark.set(at, last[1]);
  }
}

interface Found {
  readonly long: Line;
  readonly short: Line;
  readonly lost: (after: number, upTo: number) => number;
  readonly taken: readonly number[];
  readonly entry: number;
  readonly exit: number;
  readonly stretches: number;
  readonly terms: Terms;
}

const span = (stretch: readonly number[]) => (stretch[stretch.length - 1] ?? 0) - (stretch[0] ?? 0);
const price = (line: Line, at: number) => line.mark.get(at) ?? Number.NaN;

function whole({ long, short, lost, taken, entry, exit, stretches, terms }: Found): Recomputed {
  const money = traded(long, short, entry, exit, terms);
  const days = (exit - entry) / DAY;
  const inside = (line: Line) => [...line.rate.keys()].filter((at) => at > entry && at <= exit);
  const counts = [inside(long).length, inside(short).length];
  const counted = (counts[0] ?? 0) + (counts[1] ?? 0);
  const isWhole = lost(entry, exit) === 0;
  const [byLong, byShort] = terms.leverage ?? [];
  const base =
    byLong === undefined || byShort === undefined
      ? terms.notional
      : terms.notional / byLong + terms.notional / byShort;
  const canTell = isWhole && days >= 1 && Math.min(...counts) >= 3;
  const costs = money.fees + money.slippage;
  return {
    ...money,
    ...{ entry, exit, counted, stretches, of: counted + lost(entry, exit) },
    netApr: canTell ? (money.net / base / days) * 365 * 100 : null,
    breakEven: isWhole && money.funding > 0 ? costs / (money.funding / days) : null,
    perDay: isWhole ? money.funding / days : null,
    ...sureness({ long, short, lost, taken, entry, exit, stretches, terms }),
    ...path({ long, short, lost, taken, entry, exit, stretches, terms }),
    windows: windows(long, short, lost, taken, terms),
  };
}

const NOT_SURE = { se: null, nEff: null };

/** The standard error of the funding per day, by the whole periods of the slower market. */
function sureness({
  long,
  short,
  lost,
  entry,
  exit,
  terms,
}: Found): Pick<Recomputed, "se" | "nEff"> {
  const q = size(long, short, entry, terms);
  const inside = [long, short].flatMap(({ own }) =>
    [...own].flatMap(([at, spacing]) => (at > entry && at <= exit ? [spacing] : [])),
  );
  const period = Math.max(...inside);
  const x: (number | null)[] = [];
  for (let from = Math.ceil(entry / period) * period; from + period <= exit; from += period) {
    let [sum, longs, shorts] = [0, 0, 0];
    for (let at = from + MINUTE; at <= from + period; at += MINUTE) {
      sum += (q * unit(long, short, at) * DAY) / period;
      if (long.rate.has(at)) longs++;
      if (short.rate.has(at)) shorts++;
    }
    const isKnown = longs > 0 && shorts > 0 && lost(from, from + period) === 0;
    x.push(isKnown ? sum : null);
  }
  const own = x.flatMap((it) => it ?? []);
  const n = own.length;
  if (n < 8 || n * period < 10 * DAY) return NOT_SURE;
  const mean = own.reduce((a, b) => a + b, 0) / n;
  const variance = own.reduce((a, b) => a + (b - mean) ** 2, 0) / n;
  let shared = 0;
  for (let i = 1; i < x.length; i++) {
    const [a, b] = [x[i - 1] ?? null, x[i] ?? null];
    if (a !== null && b !== null) shared += ((a - mean) * (b - mean)) / n;
  }
  const r = shared / variance;
  const rho = Math.min(0.97, Math.max(0, r + (1 + 3 * r) / n));
  const nEff = Math.max(2, (n * (1 - rho)) / (1 + rho));
  const sigma = Math.sqrt((variance * nEff) / (nEff - 1));
  return { se: sigma / Math.sqrt(Math.max(1, (x.length * nEff) / n)), nEff };
}

/** Funding of one unit of quantity at a time. */
function unit(long: Line, short: Line, at: number): number {
  let sum = 0;
  if (short.rate.has(at)) sum += price(short, at) * (short.rate.get(at) ?? 0);
  if (long.rate.has(at)) sum -= price(long, at) * (long.rate.get(at) ?? 0);
  return sum;
}

function size(long: Line, short: Line, at: number, terms: Terms): number {
  return terms.notional / Math.max(price(long, at), price(short, at));
}

function traded(long: Line, short: Line, entry: number, exit: number, terms: Terms): Money {
  const q = size(long, short, entry, terms);
  let funding = 0;
  for (let at = entry + MINUTE; at <= exit; at += MINUTE) funding += q * unit(long, short, at);
  const [l0, l1, s0, s1] = [
    ...[price(long, entry), price(long, exit)],
    ...[price(short, entry), price(short, exit)],
  ] as [number, number, number, number];
  const basis = q * (l1 - l0 - (s1 - s0));
  const fees = q * (l0 + l1) * terms.feeLong + q * (s0 + s1) * terms.feeShort;
  const slippage = q * (l0 + l1 + s0 + s1) * terms.slippage;
  return { funding, basis, fees, slippage, net: funding + basis - fees - slippage };
}

function path({ long, short, lost, entry, exit, terms }: Found) {
  const q = size(long, short, entry, terms);
  let [sum, peak, drawdown] = [0, 0, 0];
  for (let at = entry + MINUTE; at <= exit; at += MINUTE) {
    sum += q * unit(long, short, at);
    if (lost(at - 1, at) > 0) continue;
    peak = Math.max(peak, sum);
    drawdown = Math.max(drawdown, peak - sum);
  }
  const days = { above: 0, counted: 0, of: 0 };
  for (let day = Math.ceil(entry / DAY) * DAY; day + DAY <= exit; day += DAY) {
    days.of++;
    if (lost(day, day + DAY) > 0) continue;
    days.counted++;
    let paid = 0;
    for (let at = day + MINUTE; at <= day + DAY; at += MINUTE) paid += unit(long, short, at);
    if (paid > 0) days.above++;
  }
  return { drawdown, days };
}

function windows(
  long: Line,
  short: Line,
  lost: Found["lost"],
  taken: readonly number[],
  terms: Terms,
): Recomputed["windows"] {
  const hold = terms.holdDays * DAY;
  const nets: number[] = [];
  let of = 0;
  const seen = new Set<string>();
  for (const entry of taken) {
    const day = new Date(entry).toISOString().slice(0, 10);
    if (seen.has(day)) continue;
    seen.add(day);
    const exit = taken.find((at) => at >= entry + hold);
    if (exit === undefined) continue;
    of++;
    if (lost(entry, exit) === 0) nets.push(traded(long, short, entry, exit, terms).net);
  }
  nets.sort((a, b) => a - b);
  const ranks = [0.25, 0.5, 0.75].map((p) => nets[Math.ceil(p * nets.length) - 1] ?? 0);
  const net = nets.length === 0 ? [] : [nets[0] ?? 0, ...ranks, nets[nets.length - 1] ?? 0];
  return { counted: nets.length, of, independent: Math.floor(span(taken) / hold), net };
}
