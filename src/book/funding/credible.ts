import {
  type CredibleEvents,
  credibleEvents,
  type HeldMark,
} from "../../figures/credible/credible-events.js";
import type { MarketEvent } from "../../figures/credible/settled-event.js";
import type { Context } from "../../run/context.js";

/** Returns the events of a market as figures use them, and tells what cannot be true of them. */
export type Believe = (
  marketId: number,
  events: readonly MarketEvent[],
  held?: HeldMark,
) => readonly MarketEvent[];

/** Returns the door through which settled events pass on their way to a figure. */
export async function eventDoor(context: Context, now: number): Promise<Believe> {
  const mostRate = Number(await context.setting("max-rate"));
  return (marketId, events, held) => {
    const found = credibleEvents(events, { now, mostRate, held });
    tell(context, marketId, found);
    return found.events;
  };
}

function tell(context: Context, marketId: number, { implausible, multiple }: CredibleEvents): void {
  const [first, ...others] = implausible;
  if (first !== undefined) {
    const more = others.length === 0 ? "" : ` and ${others.length} more of it`;
    context.doubt({ kind: "implausible", value: `${first} of market ${marketId}${more}` });
  }
  if (multiple === undefined) return;
  context.messages.note(
    "MULTIPLE",
    `market ${marketId} tells its mark prices for 10^${multiple} of what the leg holds: they are divided by that`,
    String(marketId),
  );
}
