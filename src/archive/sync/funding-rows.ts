import type { Item } from "../../client/listing/pages.js";
import { timeOf } from "../../client/listing/record-time.js";
import type { FundingPoint } from "../../client/resources/funding.js";
import { contentOf } from "../read/current-events.js";
import { type FundingRow, minuteOf } from "../tables.js";

/** Fields of an event that columns hold. */
const KNOWN = new Set(["funding_time", "funding_rate", "funding_interval", "mark_price"]);

/**
 * Returns the rows of an answer by the minute of their event. Rows with equal texts are one.
 * @param seenAt milliseconds since the epoch
 */
export function rowsByMinute(
  marketId: number,
  answer: readonly Item<FundingPoint>[],
  seenAt: number,
): Map<number, FundingRow[]> {
  const groups = new Map<number, FundingRow[]>();
  for (const item of answer) {
    const row = rowOf(marketId, item, seenAt);
    const minute = minuteOf(row.funding_time);
    const group = groups.get(minute);
    if (group === undefined) groups.set(minute, [row]);
    else if (!group.some((other) => contentOf(other) === contentOf(row))) group.push(row);
  }
  return groups;
}

function rowOf(marketId: number, item: Item<FundingPoint>, seenAt: number): FundingRow {
  const { value } = item;
  const time = timeOf(value) ?? Number.NaN;
  const { text, raw } = fieldsOf(item, time);
  return {
    market_id: marketId,
    funding_time: time,
    funding_time_text: text,
    funding_rate: value.funding_rate,
    mark_price: value.mark_price,
    funding_interval: value.funding_interval,
    seen_at: seenAt,
    raw,
  };
}

/**
 * Returns what is kept of an event besides its figures.
 * @param time of the event, milliseconds since the epoch
 */
export function fieldsOf(
  item: Item<FundingPoint>,
  time: number,
): { readonly text: string | null; readonly raw: string | null } {
  const { value } = item;
  return {
    text: value.funding_time === usualText(time) ? null : value.funding_time,
    raw: hasUnknownField(value) ? item.source : null,
  };
}

function hasUnknownField(value: FundingPoint): boolean {
  for (const key in value) if (!KNOWN.has(key)) return true;
  return false;
}

/** Returns the time of an event as the service usually writes it: `2026-05-31T08:00:00+00:00`. */
function usualText(time: number): string {
  const known = usualTexts.get(time);
  if (known !== undefined) return known;
  const text = `${new Date(time).toISOString().slice(0, 19)}+00:00`;
  if (usualTexts.size >= MOST_TEXTS) usualTexts.clear();
  usualTexts.set(time, text);
  return text;
}

/** Markets settle at the same times. */
const usualTexts = new Map<number, string>();
const MOST_TEXTS = 10_000;
