import { joinReasons } from "../../analytics/portfolio/joined.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import { type Concern, isUnknown } from "../../analytics/position/reason.js";
import { uniqueLength } from "../../output/table/fit.js";
import { textSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { counted } from "../../output/text/counted.js";
import { firstOf } from "../../output/text/first-of.js";
import { nameOf } from "../../views/position/named-positions.js";
import { joinedText, notJudgedGroups } from "../../views/position/not-judged.js";
import { reasonText } from "../../views/position/reasons.js";

/** Returns notes for rows of reasons, which cannot contain this information. */
export function asideNotes(status: PortfolioStatus): string[] {
  return asides(status).map(({ text, concerns }) => text + namesOf(concerns, undefined));
}

/** Returns checks that could not be made, fees not earned yet, and ignored reasons. */
export function asideSections(status: PortfolioStatus): Section[] {
  const all = asides(status);
  const section: Section = {
    async render(look) {
      const texts = all.map(({ text, concerns }) => {
        const ids = concerns.map(({ position }) => position.position_id);
        const length = look.width === undefined ? undefined : uniqueLength(ids);
        return textSection(text + namesOf(concerns, length)).render(look);
      });
      return (await Promise.all(texts)).join("");
    },
  };
  return all.length === 0 ? [] : [section];
}

/** Returns the asides as counts, for a low screen. */
export function countedAsides(status: PortfolioStatus): Section[] {
  const { notJudged, feesNotEarned, withoutLeverage, ignored } = status;
  const counts = [
    {
      count: notJudged.length,
      text: `not judged in full: ${counted(notJudged.length, "position")}`,
    },
    { count: withoutLeverage, text: `without leverage: ${withoutLeverage}` },
    { count: feesNotEarned.length, text: `fees not earned yet: ${feesNotEarned.length}` },
    { count: ignored, text: `ignored: ${counted(ignored, "reason")}` },
  ].filter(({ count }) => count > 0);
  if (counts.length === 0) return [];
  const text = counts.map((it) => it.text).join(", ");
  return [textSection(`${text.charAt(0).toUpperCase()}${text.slice(1)} (carry status -v)`)];
}

interface Aside {
  readonly text: string;
  /** Positions concerned; empty if all are. */
  readonly concerns: readonly Concern[];
}

function asides(status: PortfolioStatus): Aside[] {
  const { notJudged, totals, withoutLeverage, feesNotEarned, ignored, book } = status;
  const { joined, apart } = joinReasons(notJudged, totals.positions);
  const lacking = `Margin not judged, leverage unknown: ${counted(withoutLeverage, "position")}.`;
  const texts = [
    ...(withoutLeverage > 0 ? [lacking] : []),
    ...(feesNotEarned.length > 0 ? [feesText(status)] : []),
    ...(ignored > 0 ? [ignoredText(status)] : []),
  ];
  const ofBook = book.concerns.flatMap(({ reasons }) => reasons).filter(isUnknown);
  const shared = [...joined.map(joinedText), ...ofBook.map((it) => reasonText(it))];
  return [
    ...shared.map((text) => ({ text: `Not judged: ${text}`, concerns: [] })),
    ...notJudgedGroups(apart),
    ...texts.map((text) => ({ text, concerns: [] })),
  ];
}

function feesText({ feesNotEarned }: PortfolioStatus): string {
  const days = feesNotEarned.map(
    ({ position, days }) => `${nameOf(position)} ${days.value?.toFixed(1)} days to go`,
  );
  return `Fees not earned yet: ${firstOf(days)}.`;
}

function ignoredText({ ignored, criteria }: PortfolioStatus): string {
  const codes = [...new Set(criteria.limits.ignore.map(({ code }) => code))].join(", ");
  return `Ignored: ${counted(ignored, "reason")} (${codes}).`;
}

function namesOf(concerns: readonly Concern[], length: number | undefined): string {
  if (concerns.length === 0) return "";
  const names = concerns.map(
    ({ position }) => `${position.asset} ${position.position_id.slice(0, length)}`,
  );
  return `${firstOf(names)}.`;
}
