import { minuteOf } from "../../base/time/periods.js";
import type { Item } from "../../client/listing/item-pages.js";
import type { FundingEvent } from "../../client/resources/funding.js";
import { type Batch, batchOf, compareRows } from "../parquet/batch.js";
import { FUNDING } from "../tables.js";
import { columnInterval, eventTimeOf, needsRaw, rowsByMinute } from "./funding-rows.js";

/**
 * Returns the rows of an answer in the order of the table, column by column. Equal rows of a minute are one.
 * @param seenAt milliseconds since the epoch
 */
export function answeredEvents(
  marketId: number,
  answer: readonly Item<FundingEvent>[],
  seenAt: number,
): Batch<typeof FUNDING> {
  const usual = newestFirst(marketId, answer, seenAt);
  if (usual !== undefined) return usual;
  const rows = [...rowsByMinute(marketId, answer, seenAt).values()].flat();
  return batchOf(
    FUNDING,
    rows.sort((a, b) => compareRows(FUNDING, a, b)),
  );
}

/**
 * Reverses an answer in which each event is in an earlier minute than the one before, as the service sends
 * it; undefined for any other answer.
 */
function newestFirst(
  marketId: number,
  answer: readonly Item<FundingEvent>[],
  seenAt: number,
): Batch<typeof FUNDING> | undefined {
  const { length } = answer;
  const times = new Float64Array(length);
  const texts = new Array<string | null>(length);
  const rates = new Array<string | null>(length);
  const prices = new Array<string | null>(length);
  const intervals = new Array<number | null>(length);
  const raws = new Array<string | null>(length);
  let last = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < length; index++) {
    const item = answer[length - 1 - index] as Item<FundingEvent>;
    const { value } = item;
    const { time, isUsual } = eventTimeOf(value);
    const minute = minuteOf(time);
    if (!(minute > last)) return undefined;
    last = minute;
    times[index] = time;
    texts[index] = isUsual ? null : value.funding_time;
    rates[index] = value.funding_rate;
    prices[index] = value.mark_price;
    intervals[index] = columnInterval(value);
    raws[index] = needsRaw(value) ? item.source : null;
  }
  return {
    length,
    columns: {
      market_id: new Float64Array(length).fill(marketId),
      funding_time: times,
      funding_time_text: texts,
      funding_rate: rates,
      mark_price: prices,
      funding_interval: intervals,
      seen_at: new Float64Array(length).fill(seenAt),
      raw: raws,
    },
  };
}
