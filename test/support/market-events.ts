import type { FundingEvent } from "../../src/client/resources/funding.js";
import { eventOf, type MarketEvent } from "../../src/figures/credible/settled-event.js";
import type { HistoryOf } from "../../src/figures/engine/funding/run.js";

const known = new WeakMap<readonly FundingEvent[], readonly MarketEvent[]>();

/** Returns events of the service as figures take them, the same array for the same one. */
function marketEvents(events: readonly FundingEvent[]): readonly MarketEvent[] {
  const found = known.get(events) ?? events.map(eventOf);
  known.set(events, found);
  return found;
}

/** Returns the histories of markets, told as the service tells events, as figures take them. */
export function historyFrom(of: (id: number) => readonly FundingEvent[] | undefined): HistoryOf {
  return (id) => {
    const events = of(id);
    return events && marketEvents(events);
  };
}
