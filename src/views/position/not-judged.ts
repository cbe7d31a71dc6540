import { type Joined, joinReasons } from "../../analytics/portfolio/joined.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import { type Concern, isUnknown, type Reason } from "../../analytics/position/reason.js";
import type { Handles } from "../../base/names/handle.js";
import { counted } from "../../output/text/counted.js";
import { firstOf } from "../../output/text/first-of.js";
import { MARGIN_UNKNOWN, reasonText } from "./reasons.js";

/** Describes a shared reason: `all 822 positions: mark prices up to 6m old`. */
export function joinedText({ reason, position, positions }: Joined): string {
  const [what = ""] = reasonText(reason, position).split(": ");
  return `all ${positions} positions: ${what}`;
}

/** Returns as a line each the checks that could not be made, fees not covered yet, and ignored reasons. */
export function notJudgedLines(
  { notJudged, totals, withoutLeverage, feesNotEarned, ignored, book, criteria }: PortfolioStatus,
  nameOf: Handles["of"],
): string[] {
  const { joined, apart } = joinReasons(notJudged, totals.positions);
  const ofBook = book.concerns.flatMap(({ reasons }) => reasons).filter(isUnknown);
  const shared = [...joined.map(joinedText), ...ofBook.map((it) => reasonText(it))];
  const days = feesNotEarned.map(
    ({ position, days }) => `${nameOf(position)} ${days.value?.toFixed(1)} days to go`,
  );
  const codes = new Set(criteria.limits.ignore.map(({ code }) => code));
  return [
    ...shared.map((text) => `Unknown: ${text}`),
    ...notJudgedGroups(apart).map(
      ({ text, concerns }) => text + firstOf(concerns.map((it) => nameOf(it.position))),
    ),
    ...(withoutLeverage === 0
      ? []
      : [`Margin unknown, no leverage: ${counted(withoutLeverage, "position")}`]),
    ...(days.length === 0 ? [] : [`Fees not covered yet: ${firstOf(days)}`]),
    ...(ignored === 0 ? [] : [`Ignored: ${counted(ignored, "reason")} (${[...codes].join(", ")})`]),
  ];
}

/** Groups checks that could not be made by cause; a position may be in several groups. */
function notJudgedGroups(
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
    case "implausible":
      return "Unknown, a value cannot be true";
    default:
      return "Legs not checked, one may be closed";
  }
}
