import { type Fields, optional, own, plain } from "../../output/record.js";
import { inSentence, timeText } from "../../output/text/format.js";
import type { EventLeg, MomentEvent } from "./events.js";

/** An event as json has it. */
type EventJson = Readonly<Record<string, unknown>>;

/** Returns the fields of an event for programs; quantities are in the asset. */
export function eventJson(event: MomentEvent): EventJson {
  return "leg" in event ? { ...event, ...event.leg } : { ...event };
}

const CODES = [
  ...["vanished", "opened", "closed", "reopened", "resized"],
  ...["mark_lost", "net_pnl_lost", "mark_found", "net_pnl_found", "first_seen"],
];
const hasMarket = (it: EventJson) => "market_id" in it;

/** What happened to a position. */
export const EVENT: Fields<EventJson> = [
  own("code", CODES, "What happened."),
  optional(
    plain("time", "moment|null", "opened, closed: when (ISO 8601).", ({ at }) => at),
    (it) => "at" in it,
  ),
  optional(own("side", "text", "Side of the leg: long or short.")),
  own("exchange", "text?", "Exchange identifier of the leg."),
  own("symbol", "text?", "Market symbol of the leg."),
  optional(own("market_id", "integer|null", "Market identifier of the leg."), hasMarket),
  own("before", "number?", "resized: quantity held before, in the asset."),
  own("after", "number?", "resized: quantity held after, in the asset."),
];

/** Describes an event: `opened 06-01 08:00Z` (with the year if `dated`), `long binance 0.5 to 0.7`. */
export function eventText(event: MomentEvent, dated: boolean): string {
  switch (event.code) {
    case "opened":
    case "closed":
      return event.at === null
        ? event.code
        : `${event.code} ${timeText(event.at).slice(dated ? 0 : 5)}`;
    case "reopened":
      return "open again";
    case "vanished":
      return "no longer listed";
    case "first_seen":
      return "listed first";
    case "resized":
      return `${legText(event.leg)} ${quantity(event.before)} to ${quantity(event.after)}`;
    case "mark_lost":
      return `mark lost: ${legText(event.leg)}`;
    case "mark_found":
      return `mark found: ${legText(event.leg)}`;
    case "net_pnl_lost":
      return "net PnL no longer known";
    case "net_pnl_found":
      return "net PnL known again";
  }
}

function legText({ side, exchange }: EventLeg): string {
  return `${side} ${exchange}`;
}

function quantity(amount: { toFixed(): string }): string {
  return inSentence("quantity", amount.toFixed());
}
