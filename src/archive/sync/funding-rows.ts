import type { Item } from "../../client/listing/item-pages.js";
import { instantOf, timeOf } from "../../client/listing/record-time.js";
import type { FundingEvent } from "../../client/resources/funding.js";
import { problemOf } from "../../client/validate/stand-in.js";
import { distinctRows } from "../read/event-digest.js";
import { type FundingRow, LARGEST_SMALL } from "../tables.js";

/** The events of an answer as rows. */
interface AnswerRows {
  /** By time, equal ones once; events without a time that can be read are left out. */
  readonly rows: readonly FundingRow[];
  /** Whether the time and the rate of every event can be read. */
  readonly isWhole: boolean;
}

/** Returns the events of an answer as rows. @param seenAt milliseconds since the epoch */
export function rowsOf(
  marketId: number,
  answer: readonly Item<FundingEvent>[],
  seenAt: number,
): AnswerRows {
  const rows: FundingRow[] = [];
  let isWhole = true;
  for (const item of answer) {
    const { value } = item;
    const { time, isUsual } = eventTimeOf(value);
    const isUnreadable = problemOf(value) !== undefined;
    const isRated = !isUnreadable || value.funding_rate !== null;
    if (Number.isNaN(time) || !isRated) isWhole = false;
    if (Number.isNaN(time)) continue;
    rows.push({
      market_id: marketId,
      funding_time: time,
      funding_time_text: isUsual ? null : value.funding_time,
      funding_rate: value.funding_rate,
      mark_price: value.mark_price,
      funding_interval: columnInterval(value),
      seen_at: seenAt,
      raw: isUnreadable || needsRaw(value) ? item.source : null,
    });
  }
  rows.sort((a, b) => a.funding_time - b.funding_time);
  const isOneEach = rows.every((row, at) => row.funding_time !== rows[at - 1]?.funding_time);
  return { rows: isOneEach ? rows : distinctRows(rows), isWhole };
}

/** Returns the interval as the column holds it; null for one that is too large, which only `raw` has. */
function columnInterval({ funding_interval: interval }: FundingEvent): number | null {
  return interval === null || Math.abs(interval) <= LARGEST_SMALL ? interval : null;
}

/** Reports whether an event has something that no column holds, so that `raw` keeps it as sent. */
function needsRaw(value: FundingEvent): boolean {
  if (columnInterval(value) !== value.funding_interval) return true;
  for (const key in value) {
    const isKnown =
      key === "funding_time" ||
      key === "funding_rate" ||
      key === "funding_interval" ||
      key === "mark_price";
    if (!isKnown) return true;
  }
  return false;
}

/** The time of an event. */
interface EventTime {
  /** Milliseconds since the epoch; NaN for none. */
  readonly time: number;
  /** Whether it is written as usual: `2026-05-31T08:00:00+00:00`. */
  readonly isUsual: boolean;
}

/** Returns the time of an event. */
function eventTimeOf(value: FundingEvent): EventTime {
  const text = value.funding_time;
  const known = eventTimes.get(text);
  if (known !== undefined) return known;
  const time = timeOf(value) ?? Number.NaN;
  if (Number.isNaN(instantOf(text))) return { time, isUsual: false }; // that of another field, if any
  const usual = `${new Date(time).toISOString().slice(0, "2026-05-31T08:00:00".length)}+00:00`;
  const found = { time, isUsual: text === usual };
  if (eventTimes.size >= MOST_TEXTS) eventTimes.clear();
  eventTimes.set(text, found);
  return found;
}

/** Times by their texts: markets settle at the same times. */
const eventTimes = new Map<string, EventTime>();
const MOST_TEXTS = 10_000;
