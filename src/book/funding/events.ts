import type { FundingRow } from "../../archive/tables.js";
import type { Item } from "../../client/listing/items.js";
import { timeOf } from "../../client/listing/record-time.js";
import { type FundingEvent, fundingEvent } from "../../client/resources/funding.js";
import { standIn } from "../../client/validate/misfit.js";
import { credibleEvents, type HeldMark } from "../../figures/credible/credible-events.js";
import {
  eventOf,
  type MarketEvent,
  markIn,
  normalised,
} from "../../figures/credible/settled-event.js";
import type { Context } from "../../run/context.js";

/** A form of settled events, and how it is made of rows of an archive and answers of the service. */
export interface EventForm<T> {
  readonly ofRow: (row: FundingRow) => T;
  readonly ofItem: (item: Item<FundingEvent>) => T;
  /** Milliseconds since the epoch; NaN if an event has no valid time. */
  readonly timeOf: (event: T) => number;
}

/** Events as the service sends them. */
export const AS_SENT: EventForm<Item<FundingEvent>> = {
  ofRow: recordOf,
  ofItem: (item) => item,
  timeOf: ({ value }) => timeOf(value) ?? Number.NaN,
};

/** Events as figures need them. */
export const AS_FIGURES: EventForm<MarketEvent> = {
  ofRow: ({ funding_time, funding_rate, funding_interval, mark_price }) => ({
    time: funding_time,
    rate: normalised(funding_rate),
    interval: funding_interval,
    mark: markIn(mark_price),
  }),
  ofItem: ({ value }) => eventOf(value),
  timeOf: ({ time }) => time,
};

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

/**
 * Returns the door through which the settled events of a market pass on their way to a figure: it tells what
 * cannot be true of them, and returns the others, oldest first.
 */
export async function eventDoor(context: Context, now: number) {
  const mostRate = Number(await context.setting("max-rate"));
  return (marketId: number, all: readonly MarketEvent[], held?: HeldMark) => {
    const { events, implausible, multiple } = credibleEvents(all, { now, mostRate, held });
    const [first, ...others] = implausible;
    if (first !== undefined) {
      const more = others.length === 0 ? "" : ` and ${others.length} more of it`;
      context.doubt({ kind: "implausible", value: `${first} of market ${marketId}${more}` });
    }
    if (multiple !== undefined) {
      const text = `market ${marketId} tells its mark prices for 10^${multiple} of what the leg holds: they are divided by that`;
      context.messages.note("MULTIPLE", text, String(marketId));
    }
    return events;
  };
}
