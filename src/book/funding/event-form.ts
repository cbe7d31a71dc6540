import type { ArchiveStore } from "../../archive/directory.js";
import { currentEventBatches, type EventRange } from "../../archive/read/current-events.js";
import type { FundingRow } from "../../archive/tables.js";
import type { Item } from "../../client/listing/item-pages.js";
import { timeOf } from "../../client/listing/record-time.js";
import { type FundingEvent, fundingEvent } from "../../client/resources/funding.js";
import { standIn } from "../../client/validate/stand-in.js";
import {
  eventOf,
  type MarketEvent,
  markIn,
  normalised,
} from "../../figures/credible/settled-event.js";

/** A form of settled events, and how it is made of rows of an archive and answers of the service. */
export interface EventForm<T> {
  /** Reads events of an archive, ordered by market and time within a month; times are ms since the epoch. */
  readonly read: (
    store: ArchiveStore,
    range: EventRange,
    add: (marketId: number, event: T, time: number) => void,
  ) => Promise<void>;
  readonly ofItem: (item: Item<FundingEvent>) => T;
  /** Milliseconds since the epoch; NaN if an event has no valid time. */
  readonly timeOf: (event: T) => number;
}

/** Events as the service sends them. */
export const AS_SENT: EventForm<Item<FundingEvent>> = {
  read: readAs(recordOf),
  ofItem: (item) => item,
  timeOf: ({ value }) => timeOf(value) ?? Number.NaN,
};

/** Events as figures need them. */
export const AS_FIGURES: EventForm<MarketEvent> = {
  read: readAs(figuresOf),
  ofItem: ({ value }) => eventOf(value),
  timeOf: ({ time }) => time,
};

function readAs<T>(of: (row: FundingRow) => T): EventForm<T>["read"] {
  return async (store, range, add) => {
    for await (const batch of currentEventBatches(store, range)) {
      for (const { marketId, row, others } of batch) {
        add(marketId, of(row), row.funding_time);
        for (const other of others) add(marketId, of(other), row.funding_time);
      }
    }
  };
}

function figuresOf(row: FundingRow): MarketEvent {
  return {
    time: row.funding_time,
    rate: normalised(row.funding_rate),
    interval: row.funding_interval,
    mark: markIn(row.mark_price),
  };
}

function recordOf(row: FundingRow): Item<FundingEvent> {
  const { funding_time, funding_time_text, funding_rate, funding_interval, mark_price, raw } = row;
  if (raw !== null) return { value: standIn(fundingEvent, JSON.parse(raw)), source: raw };
  const usual = `${new Date(funding_time).toISOString().slice(0, 19)}+00:00`;
  const time = funding_time_text ?? usual;
  const value = { funding_time: time, funding_rate, funding_interval, mark_price };
  return {
    value,
    get source() {
      return JSON.stringify(value); // only -o json prints it
    },
  };
}
