import type { Instant } from "./clock.js";

/** Instants without a gap between the first and the last. */
export type Stretch = readonly Instant[];

/** Counts the events after one instant, up to and including another, that are unknown. */
export function unknownBetween(from: Instant, to: Instant): number {
  return to.unknown.long + to.unknown.short - from.unknown.long - from.unknown.short;
}

/**
 * Splits instants at gaps: at events that are missing, or have no rate or mark price. An event at the
 * first instant of a stretch is not paid, so it may be unknown.
 */
export function wholeStretches(instants: readonly Instant[]): Stretch[] {
  const stretches: Instant[][] = [];
  for (const instant of instants) {
    const current = stretches.at(-1);
    const before = current?.at(-1);
    if (current === undefined || before === undefined || unknownBetween(before, instant) > 0) {
      stretches.push([instant]);
    } else current.push(instant);
  }
  return stretches;
}

/** Returns the stretch that lasts longest, of several the newest; undefined without any. */
export function longestOf(stretches: readonly Stretch[]): Stretch | undefined {
  return stretches.reduce<Stretch | undefined>(
    (longest, it) => (longest === undefined || lengthOf(it) >= lengthOf(longest) ? it : longest),
    undefined,
  );
}

/** Returns the time between the first and the last instant, milliseconds. */
export function lengthOf(stretch: Stretch): number {
  return (stretch.at(-1)?.time ?? 0) - (stretch[0]?.time ?? 0);
}
