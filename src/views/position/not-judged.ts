import type { Joined } from "../../analytics/portfolio/joined.js";
import type { Concern, Reason } from "../../analytics/position/reason.js";
import { MARGIN_UNKNOWN, reasonText } from "./reasons.js";

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
      if (reason.legs.length > 0) return "Funding unknown, a market's history is missing or empty";
      return reason.run.unknown === "events_conflicting"
        ? "Funding unknown, events conflict"
        : "Funding unknown, events are missing";
    case "not_settled":
      return "Funding unknown, not settled since opening";
    case "market_unknown":
      return "Funding unknown, a leg has no market id";
    case "margin_unknown":
      return `Margin unknown, ${MARGIN_UNKNOWN[reason.why]}`;
    case "unreadable":
      return "Unknown, a field is unreadable";
    default:
      return "Legs not checked, one may be closed";
  }
}
