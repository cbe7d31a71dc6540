import { DAY_MS } from "../../../base/time/periods.js";
import type { PacedEvent } from "./run-clock.js";

/** When a market settles next, by its last settlements. Times in milliseconds since the epoch. */
export interface SettlementClock {
  /** Next settlement after now. */
  readonly next: number;
  readonly spacing: number;
  /** True unless the last two gaps between settlements are equal. */
  readonly about: boolean;
  /** Number of settlements in the next 24 hours. */
  readonly within24h: number;
}

/**
 * Returns when a market settles next: the last event + the gap before it, if the gap before that is
 * equal, else + its own spacing.
 * @param events in chronological order, at least one
 */
export function settlementClock(
  events: readonly PacedEvent[],
  now: number,
): SettlementClock | undefined {
  const last = events.at(-1);
  if (last === undefined) return undefined;
  const [gap, before] = [gapAt(events, 1), gapAt(events, 2)];
  const isEven = gap !== undefined && gap === before;
  const spacing = isEven ? gap : last.spacing;
  if (spacing <= 0) return undefined;
  const due = Math.max(0, Math.floor((now - last.time) / spacing));
  const next = last.time + (due + 1) * spacing;
  return {
    next,
    spacing,
    about: !isEven,
    within24h: Math.max(0, Math.floor((now + DAY_MS - next) / spacing) + 1),
  };
}

/** Returns the time between two successive events. @param back 1 for the last two */
function gapAt(events: readonly PacedEvent[], back: number): number | undefined {
  const [before, after] = [events.at(-1 - back), events.at(-back)];
  return before === undefined || after === undefined ? undefined : after.time - before.time;
}
