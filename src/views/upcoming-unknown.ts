import type { UpcomingLeg, UpcomingUnknown } from "../analytics/upcoming.js";

const WHY: Readonly<Record<UpcomingUnknown, string>> = {
  quantity_negative: "a quantity of the position is negative",
  market_unknown: "no market id",
  funding_unknown: "no settled funding, or too little to determine when it settles",
  rate_unknown: "the last event has no rate, or conflicting ones",
  rate_old: "nothing was settled in the last 3 days",
  mark_missing: "no mark price, neither of now nor of the last event",
};

/** Describes why the payment of a leg is unknown; undefined if it is known. */
export function unknownText({ unknown }: UpcomingLeg): string | undefined {
  return unknown && WHY[unknown];
}
