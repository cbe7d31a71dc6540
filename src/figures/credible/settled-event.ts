import { decimal } from "../../base/decimal.js";
import { timeOf } from "../../client/listing/record-time.js";
import type { FundingEvent } from "../../client/resources/funding.js";

/** The fields of a settled funding event that the formulas need. */
export interface MarketEvent {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Decimal fraction of the notional in plain digits; null if the service sends none. */
  readonly rate: string | null;
  /** `funding_interval` as sent; its unit is undocumented. */
  readonly interval?: number | null | undefined;
  /** Mark price at the event in plain digits; null if the service sends none above zero. */
  readonly mark?: string | null | undefined;
  /** True if its rate or mark price was sent and cannot be true. */
  readonly isImplausible?: true | undefined;
}

/** An event rounded to the minute, without duplicates. */
export interface SettledEvent extends MarketEvent {
  /** True if the listing has conflicting values for this minute; rate and mark are then null. */
  readonly conflicting: boolean;
}

/** Converts a point of the service; an invalid time becomes NaN. */
export function eventOf(point: FundingEvent): MarketEvent {
  return {
    time: timeOf(point) ?? Number.NaN,
    rate: normalised(point.funding_rate),
    interval: point.funding_interval,
    mark: markIn(point.mark_price),
  };
}

/** Returns the mark price of an event in plain digits; null without one above zero. */
export function markIn(text: string | null): string | null {
  const digits = normalised(text);
  return digits === null || digits === "0" || digits.startsWith("-") ? null : digits;
}

const PLAIN = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,24})?$/;
const ZERO = 0x30;
const POINT = 0x2e;

/** Returns a decimal in plain digits without needless zeros, 0.10 as 0.1; null if it is none. */
export function normalised(text: string | null): string | null {
  if (text === null || !PLAIN.test(text)) return decimal(text)?.toFixed() ?? null;
  if (!text.includes(".")) return text === "-0" ? "0" : text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO) end--;
  if (text.charCodeAt(end - 1) === POINT) end--;
  const short = text.slice(0, end);
  return short === "-0" ? "0" : short;
}

/** Does the same with records that have more fields. @param settled returns an event rounded to the minute */
export function onceEachAs<E extends SettledEvent>(
  events: readonly MarketEvent[],
  settled: (event: MarketEvent) => E,
): E[] {
  const timed = events.map(settled).filter(({ time }) => !Number.isNaN(time));
  const sorted = timed.sort((a, b) => a.time - b.time);
  const once: E[] = [];
  let before: E | undefined;
  for (const event of sorted) {
    if (before === undefined || before.time !== event.time) {
      once.push(event);
      before = event;
    } else if (!before.conflicting && !sameValues(before, event)) {
      before = { ...before, rate: null, mark: null, conflicting: true };
      once[once.length - 1] = before;
    }
  }
  return once;
}

/** Reports whether two events have equal values, in normalised digits (0.10 is 0.1). */
function sameValues(a: MarketEvent, b: MarketEvent): boolean {
  return a.rate === b.rate && (a.mark ?? null) === (b.mark ?? null) && sameInterval(a, b);
}

/** Reports whether two events have the same funding_interval. */
export function sameInterval(a: MarketEvent, b: MarketEvent): boolean {
  return (a.interval ?? null) === (b.interval ?? null);
}
