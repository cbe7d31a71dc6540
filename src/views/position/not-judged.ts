import type { Joined } from "../../analytics/portfolio/joined.js";
import type { Concern, Reason } from "../../analytics/position/reason.js";
import { reasonText } from "./reasons.js";

/** Describes a shared reason: `all 822 positions: mark prices up to 6m old`. */
export function joinedText({ reason, position, positions }: Joined): string {
  const [what = ""] = reasonText(reason, position).split(": ");
  return `all ${positions} positions: ${what}`;
}

/** Groups checks that could not be made by cause; a position may be in several groups. */
export function notJudgedGroups(
  concerns: readonly Concern[],
): { readonly text: string; readonly concerns: readonly Concern[] }[] {
  const groups = new Map<string, Concern[]>();
  for (const concern of concerns) {
    for (const why of new Set(concern.reasons.map(whyOf))) {
      const group = groups.get(why) ?? [];
      group.push(concern);
      groups.set(why, group);
    }
  }
  return [...groups].map(([why, some]) => ({ text: `${why} (${some.length}): `, concerns: some }));
}

function whyOf(reason: Reason): string {
  switch (reason.code) {
    case "funding_unknown":
      if (reason.legs.length > 0) {
        return "Funding not known, the history of a market could not be had or is empty";
      }
      return reason.run.unknown === "events_conflicting"
        ? "Funding not known, events conflict"
        : "Funding not known, events are missing";
    case "not_settled":
      return "Funding not known, not settled yet since the opening";
    case "market_unknown":
      return "Funding not known, a leg has no market id";
    case "margin_unknown":
      return MARGIN[reason.why];
    default:
      return "Legs not checked, one may be closed";
  }
}

const MARGIN = {
  past: "Margin not known, past where it was gone: collateral was added, or margin is shared",
  price: "Margin not known, a price is missing or not above zero",
  mark_old: "Margin not known, a mark price is not of now",
  mark_undated: "Margin not known, a mark price has no time, so its age is unknown",
} as const;
