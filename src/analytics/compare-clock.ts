import { type FundingEvent, medianSpacing } from "./funding.js";

const MINUTE = 60_000;

/** What a market is expected to do in one period of the clock. */
export interface Rhythm {
  /** Observed milliseconds between its events. */
  readonly spacing: number;
  /** The time of one of its events, milliseconds since the epoch. */
  readonly phase: number;
}

/** Periods of equal length that begin and end at multiples of it since the epoch, in UTC. */
export interface Clock {
  /** Milliseconds. */
  readonly period: number;
  readonly long: Rhythm;
  readonly short: Rhythm;
}

/**
 * The clock that two markets share: the coarser of their spacings as observed (the median between
 * neighbouring events), since the unit of `funding_interval` is not documented.
 * @returns undefined when neither market has two events
 */
export function commonClock(
  long: readonly FundingEvent[],
  short: readonly FundingEvent[],
): Clock | undefined {
  const spacings = [long, short].map((events) =>
    medianSpacing(events.map(({ time }) => toMinute(time))),
  );
  const period = Math.max(...spacings.map((it) => it ?? 0));
  if (period < MINUTE) return undefined;
  const [longSpacing = period, shortSpacing = period] = spacings;
  return {
    period,
    long: { spacing: longSpacing, phase: phaseOf(long) },
    short: { spacing: shortSpacing, phase: phaseOf(short) },
  };
}

/** The end of the period that an event settles: it is for the time up to it, so that the end counts. */
export function periodEnd({ period }: Clock, time: number): number {
  return Math.ceil(toMinute(time) / period) * period;
}

/** How many events a market should have after the beginning of a period and up to its end. */
export function expectedEvents({ period }: Clock, { spacing, phase }: Rhythm, end: number): number {
  return Math.floor((end - phase) / spacing) - Math.floor((end - period - phase) / spacing);
}

/** A market that settles some milliseconds late still settles on the hour. */
function toMinute(time: number): number {
  return Math.round(time / MINUTE) * MINUTE;
}

function phaseOf(events: readonly FundingEvent[]): number {
  return toMinute(events[0]?.time ?? 0);
}
