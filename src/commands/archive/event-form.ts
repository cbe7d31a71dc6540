import { eventOf, type FundingEvent, normalised } from "../../analytics/settled-event.js";
import type { FundingRow } from "../../archive/tables.js";
import type { Item } from "../../client/listing/pages.js";
import { timeOf } from "../../client/listing/record-time.js";
import type { FundingPoint } from "../../client/resources/funding.js";

/** What settled events are made of what an archive and the service have of them. */
export interface EventForm<T> {
  readonly ofRow: (row: FundingRow) => T;
  readonly ofItem: (item: Item<FundingPoint>) => T;
  /** Milliseconds since the epoch; NaN if an event has no valid time. */
  readonly timeOf: (event: T) => number;
  /** Whether the columns with figures are enough. */
  readonly figuresOnly: boolean;
}

/** Events as the service sends them. */
export const AS_SENT: EventForm<Item<FundingPoint>> = {
  ofRow: recordOf,
  ofItem: (item) => item,
  timeOf: ({ value }) => timeOf(value) ?? Number.NaN,
  figuresOnly: false,
};

/** Events as figures need them: read without a detour by the texts of their times. */
export const AS_FIGURES: EventForm<FundingEvent> = {
  ofRow: eventOfRow,
  ofItem: ({ value }) => eventOf(value),
  timeOf: ({ time }) => time,
  figuresOnly: true,
};

/** Returns the figures of an archived event. */
export function eventOfRow(row: FundingRow): FundingEvent {
  const { funding_time, funding_rate, funding_interval, mark_price } = row;
  return {
    time: funding_time,
    rate: normalised(funding_rate),
    interval: funding_interval,
    mark: normalised(mark_price),
  };
}

function recordOf(row: FundingRow): Item<FundingPoint> {
  const { funding_time, funding_time_text, funding_rate, funding_interval, mark_price, raw } = row;
  if (raw !== null) return { value: JSON.parse(raw) as FundingPoint, source: raw };
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
