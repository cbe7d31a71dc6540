import { MINUTE_MS, minuteOf } from "../../base/time/periods.js";
import type { Batch } from "../batch.js";
import type { ArchiveStore } from "../directory.js";
import type { Wanted } from "../parquet.js";
import { FUNDING } from "../tables.js";
import { loadMonth } from "./load-month.js";
import { mergeFiles } from "./merge.js";

/** Which events to read. */
export interface EventRange {
  /** UTC months, in order. */
  readonly months: readonly string[];
  readonly markets?: ReadonlySet<number> | undefined;
  /** Times, milliseconds since the epoch; all when omitted. Events up to a minute outside may come too. */
  readonly times?:
    | { readonly start?: number | undefined; readonly end?: number | undefined }
    | undefined;
}

interface Place {
  batch: Batch<typeof FUNDING>;
  index: number;
}

/** Rows of one event. */
export interface Group extends Place {
  market: number;
  minute: number;
  seen: number;
  /** Other rows that were recorded at the same moment. */
  others: readonly Place[];
}

/**
 * Calls `add` with the newest rows of each event, by market and time within a month; yields in between.
 * @param add receives a group that is used again for the next event
 * @param columns to read, all when omitted
 */
export async function* groupsOf(
  store: ArchiveStore,
  { months, markets, times }: EventRange,
  add: (group: Group) => void,
  columns?: Wanted<typeof FUNDING>["columns"],
): AsyncGenerator<void> {
  const only = markets && ({ column: "market_id", values: markets } as const);
  const within = times && {
    column: "funding_time" as const,
    least: (times.start ?? Number.NEGATIVE_INFINITY) - MINUTE_MS,
    most: (times.end ?? Number.POSITIVE_INFINITY) + MINUTE_MS,
  };
  const wanted = { columns, only, within };
  for (const month of months) {
    const files = await loadMonth(store, FUNDING, month);
    let group: Group | undefined;
    for await (const { batch, from, to } of mergeFiles(FUNDING, files, wanted)) {
      const { market_id, funding_time, seen_at } = batch.columns;
      for (let index = from; index < to; index++) {
        const market = market_id[index] ?? 0;
        const seen = seen_at[index] ?? 0;
        const time = funding_time[index] ?? 0;
        const minute = minuteOf(time);
        if (group === undefined) {
          group = { market, minute, seen, batch, index, others: NO_PLACES };
        } else if (group.market !== market || group.minute !== minute) {
          add(group);
          begin(group, market, minute, seen, batch, index);
        } else if (seen > group.seen) begin(group, market, minute, seen, batch, index);
        else if (seen === group.seen) group.others = [...group.others, { batch, index }];
      }
      yield;
    }
    if (group !== undefined) add(group);
    yield;
  }
}

/** Uses one group for all events: there are millions of them. */
function begin(
  group: Group,
  market: number,
  minute: number,
  seen: number,
  batch: Place["batch"],
  index: number,
): void {
  group.market = market;
  group.minute = minute;
  group.seen = seen;
  group.batch = batch;
  group.index = index;
  group.others = NO_PLACES;
}

const NO_PLACES: readonly Place[] = [];
