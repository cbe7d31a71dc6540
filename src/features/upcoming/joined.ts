import type { SettlementTime } from "../../analytics/funding/upcoming-totals.js";
import { HOUR_MS } from "../../base/time/periods.js";
import { type FormatContext, timeText } from "../../output/text/format.js";

/** Settlements of one time, or equal ones that follow each other by the hour. */
export type JoinedTime<T extends SettlementTime = SettlementTime> = T & {
  /** Time of the last of several, milliseconds since the epoch. */
  readonly until?: number;
  /** Their number; undefined for one. */
  readonly count?: number;
};

/** Joins hourly runs of settlements of the same legs, which all pay the same. */
export function joinHours<T extends SettlementTime>(times: readonly T[]): JoinedTime<T>[] {
  const joined: JoinedTime<T>[] = [];
  for (const it of times) {
    const last = joined.at(-1);
    if (last === undefined || !continuesIt(last, it)) joined.push(it);
    else joined[joined.length - 1] = { ...last, until: it.time, count: (last.count ?? 1) + 1 };
  }
  return joined;
}

function continuesIt(last: JoinedTime, { time, legs, about }: SettlementTime): boolean {
  return (
    time - (last.until ?? last.time) === HOUR_MS &&
    about === last.about &&
    legs.length === last.legs.length &&
    legs.every((leg, index) => leg === last.legs[index])
  );
}

const CLOCK = /^\S+ (\d\d:\d\d)(\S*)$/;

/** `16:00Z`, or of several `22:00-05:00Z hourly × 8`: of the next 24 hours, so without the date. */
export function timesText({ time, until, count }: JoinedTime, look: FormatContext): string {
  const [first, last] = [timeText(time, look), timeText(until ?? time, look)];
  const [, start = first] = CLOCK.exec(first) ?? [];
  const [, end = last, zone = ""] = CLOCK.exec(last) ?? [];
  if (count === undefined) return `${start}${zone}`;
  return `${start}-${end}${zone} hourly ${look.unicode ? "×" : "x"} ${count}`;
}
