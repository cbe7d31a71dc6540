import type { UpcomingLeg, UpcomingUnknown } from "../../analytics/funding/upcoming.js";
import { HISTORY_LACKS, UNCOUNTABLE } from "../../views/position/leg-names.js";

const WHY: Readonly<Record<Exclude<UpcomingUnknown, "funding_unknown">, string>> = {
  quantity_negative: "negative quantity",
  unreadable: UNCOUNTABLE,
  market_unknown: "no market id",
  rate_unknown: "the last event has no rate, or conflicting ones",
  rate_old: "nothing was settled in the last 3 days",
  mark_missing: "no mark price, neither a current one nor that of the last event",
};

/** Describes why the payment of a leg is unknown; undefined if it is known. */
export function unknownText({ unknown, lack = "empty", leg }: UpcomingLeg): string | undefined {
  if (unknown === undefined) return undefined;
  return unknown === "funding_unknown"
    ? `${HISTORY_LACKS[lack]} (market ${leg.market_id})`
    : WHY[unknown];
}
