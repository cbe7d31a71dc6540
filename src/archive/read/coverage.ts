import type { ArchiveStore } from "../directory.js";
import { COVERAGE, type CoverageRow } from "../tables.js";
import { scanBatches } from "./scan.js";

/** Number of ranges of a market at which they are joined. */
const MANY = 16;

/**
 * Returns for each market the ranges that were requested and answered, joined and in order. Most rows begin
 * where the one before ended, so that little is held of many.
 */
export async function coverageOf(store: ArchiveStore): Promise<Map<number, readonly Span[]>> {
  const found = new Map<number, Span[]>();
  for await (const { length, columns: of } of scanBatches(store, COVERAGE, { columns })) {
    for (let index = 0; index < length; index++) {
      const market = of.market_id[index] ?? 0;
      const start = of.range_start[index] ?? 0;
      const end = of.range_end[index] ?? 0;
      const spans = found.get(market) ?? [];
      const last = spans.at(-1);
      if (last !== undefined && start >= last.start && start <= last.end) {
        if (end > last.end) spans[spans.length - 1] = { start: last.start, end };
        continue;
      }
      spans.push({ start, end });
      found.set(market, spans.length < MANY ? spans : joined(spans));
    }
  }
  return new Map([...found].map(([market, spans]) => [market, joined(spans)]));
}

const columns = ["market_id", "range_start", "range_end"] as const;

/** A stretch of time in milliseconds since the epoch: `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the same time as few spans, in order; spans that touch are one. */
export function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (span.end <= span.start) continue;
    if (last === undefined || span.start > last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { start: last.start, end: span.end };
  }
  return result;
}

/** Returns the gaps between spans, in order. */
export function gapsIn(spans: readonly Span[]): Span[] {
  const whole = joined(spans);
  return whole
    .slice(1)
    .map(({ start }, before) => ({ start: whole[before]?.end ?? start, end: start }));
}

/**
 * Returns the first time of a range that is not covered; undefined when all of it is.
 * @param covered joined and in order
 */
export function lackingFrom(covered: readonly Span[], { start, end }: Span): number | undefined {
  let at = start;
  for (const span of covered) if (span.start <= at && span.end > at) at = span.end;
  return at < end ? at : undefined;
}

/** Returns the part of some spans that lies before a time. */
export function before(spans: readonly Span[], time: number): Span[] {
  return spans
    .map(({ start, end }) => ({ start, end: Math.min(end, time) }))
    .filter(({ start, end }) => end > start);
}

/**
 * Joins rows of a market whose ranges touch. The joined row has the last time of recording, and the largest
 * number of events, since the answers overlap.
 * @param rows in the order of the table
 */
export async function* joinedCoverage(
  rows: AsyncIterable<CoverageRow>,
): AsyncGenerator<CoverageRow> {
  let last: CoverageRow | undefined;
  for await (const row of rows) {
    if (last?.market_id === row.market_id && row.range_start <= last.range_end) {
      last = joinedRow(last, row);
      continue;
    }
    if (last !== undefined) yield last;
    last = row;
  }
  if (last !== undefined) yield last;
}

function joinedRow(a: CoverageRow, b: CoverageRow): CoverageRow {
  return {
    ...(b.seen_at > a.seen_at ? b : a),
    range_start: Math.min(a.range_start, b.range_start),
    range_end: Math.max(a.range_end, b.range_end),
    events: Math.max(a.events, b.events),
    oldest: oneOf(Math.min, a.oldest, b.oldest),
    newest: oneOf(Math.max, a.newest, b.newest),
  };
}

function oneOf(
  choose: (a: number, b: number) => number,
  a: number | null,
  b: number | null,
): number | null {
  return a === null || b === null ? (a ?? b) : choose(a, b);
}
