import type { Item } from "../../client/listing/pages.js";
import { timeOf } from "../../client/listing/record-time.js";
import type { FundingPoint } from "../../client/resources/funding.js";
import { type Batch, batchOf, compareRows } from "../parquet/batch.js";
import { FUNDING, minuteOf } from "../tables.js";
import { fieldsOf, rowsByMinute } from "./funding-rows.js";

/**
 * Returns the rows of an answer in the order of the table, column by column. Of rows of the same minute
 * with equal texts there is one.
 * @param seenAt milliseconds since the epoch
 */
export function answeredEvents(
  marketId: number,
  answer: readonly Item<FundingPoint>[],
  seenAt: number,
): Batch<typeof FUNDING> {
  const times = new Float64Array(answer.length);
  for (let index = 0; index < times.length; index++) {
    times[index] = timeOf((answer[index] as Item<FundingPoint>).value) ?? Number.NaN;
  }
  if (falls(times)) return inTurn(marketId, answer.toReversed(), times.reverse(), seenAt);
  const rows = [...rowsByMinute(marketId, answer, seenAt).values()].flat();
  return batchOf(
    FUNDING,
    rows.sort((a, b) => compareRows(FUNDING, a, b)),
  );
}

/** Reports whether each time is in an earlier minute than the one before, as the service sends them. */
function falls(times: Float64Array): boolean {
  let last = Number.POSITIVE_INFINITY;
  for (const time of times) {
    const minute = minuteOf(time);
    if (!(minute < last)) return false;
    last = minute;
  }
  return true;
}

function inTurn(
  marketId: number,
  answer: readonly Item<FundingPoint>[],
  times: Float64Array,
  seenAt: number,
): Batch<typeof FUNDING> {
  const { length } = answer;
  const texts = new Array<string | null>(length);
  const rates = new Array<string | null>(length);
  const prices = new Array<string | null>(length);
  const intervals = new Array<number | null>(length);
  const raws = new Array<string | null>(length);
  for (let index = 0; index < length; index++) {
    const item = answer[index] as Item<FundingPoint>;
    const { value } = item;
    const { text, raw } = fieldsOf(item, times[index] ?? 0);
    texts[index] = text;
    rates[index] = value.funding_rate;
    prices[index] = value.mark_price;
    intervals[index] = value.funding_interval;
    raws[index] = raw;
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
