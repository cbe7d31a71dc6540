import type { ArchiveStore } from "../../src/archive/directory.js";
import { monthsOf } from "../../src/archive/names.js";
import { type CurrentEvent, currentEvents } from "../../src/archive/read/current-events.js";
import { FUNDING } from "../../src/archive/tables.js";
import { createMarkets } from "../../src/sandbox/market.js";
import { fundingEvents } from "../../src/sandbox/public-data.js";

const DAY = 86_400_000;

/** Rate, mark price and interval of an event, as text. */
export type Values = string;

/** Returns all that the sandbox settles in a range, by market and time, though it forgets. */
export function settled(
  markets: readonly number[],
  range: { readonly start: number; readonly end: number },
): Map<string, Values> {
  const expected = new Map<string, Values>();
  for (const market of createMarkets(1).filter(({ id }) => markets.includes(id))) {
    for (let now = range.end; now > range.start; now -= 29 * DAY) {
      for (const event of fundingEvents(market, range, now)) {
        const { funding_time: time, funding_rate, mark_price, funding_interval } = event;
        const values = [funding_rate, mark_price, funding_interval].join(" ");
        expected.set(`${market.id} ${Date.parse(time)}`, values);
      }
    }
  }
  return expected;
}

/** Reads the current events of an archive; throws when one is there twice. */
export async function archived(store: ArchiveStore): Promise<Map<string, Values>> {
  const found = new Map<string, Values>();
  for await (const event of currentEvents(store, { months: await monthsOf(store, FUNDING) })) {
    const key = keyOf(event);
    if (found.has(key)) throw new Error(`${key} is there twice`);
    const { funding_rate, mark_price, funding_interval } = event.row;
    found.set(key, [funding_rate, mark_price, funding_interval].join(" "));
  }
  return found;
}

function keyOf({ marketId, row }: CurrentEvent): string {
  return `${marketId} ${row.funding_time}`;
}
