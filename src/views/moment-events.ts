import type { EventLeg, MomentEvent } from "../analytics/moment-events.js";
import { formatCell } from "../output/text/format.js";
import { timeText } from "./past-asides.js";

/** Returns an event for programs; quantities in the asset. */
export function eventJson(event: MomentEvent): Record<string, unknown> {
  const { code } = event;
  switch (code) {
    case "opened":
    case "closed":
      return { code, at: event.at === null ? null : new Date(event.at).toISOString() };
    case "resized":
      return { code, ...legJson(event.leg), before: event.before, after: event.after };
    case "turned":
      return { code, state_before: event.before, state_after: event.after };
    case "mark_lost":
    case "mark_found":
      return { code, ...legJson(event.leg) };
    default:
      return { code };
  }
}

function legJson({ side, exchange, symbol, market_id }: EventLeg): EventLeg {
  return { side, exchange, symbol, market_id };
}

/**
 * Describes an event: `opened 06-01 08:00Z`, `long binance 0.5 to 0.7`, `outlook steady to turned`.
 * @param dated whether times have a year
 */
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
    case "turned":
      return `outlook ${event.before} to ${event.after}`;
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
  return formatCell("quantity", amount.toFixed(), { unicode: true, zone: "UTC" });
}
