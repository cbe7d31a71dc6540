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
