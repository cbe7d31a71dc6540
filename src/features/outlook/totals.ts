import { OUTLOOK_WINDOWS, type Outlook } from "../../analytics/funding/outlook.js";
import type { Outlooks } from "../../analytics/funding/portfolio-outlook.js";
import type { Total } from "../../output/table/column.js";
import { firstLines } from "../../output/text/first-of.js";
import { nameOf } from "../../views/position/named-positions.js";
import { stateCounts, unknownTexts } from "../../views/position/outlook-unknown.js";
import { sumTotal, textLine } from "../../views/sum-total.js";

/** Returns the sums of the outlooks, what the columns mean, and why states are unknown. */
export function outlookTotals(found: Outlooks): Total[][] {
  return [countLine(found), runLine(found), ...meanings(found), ...unknownLines(found)];
}

/** `positions 15 (1 turned, 2 costing, 12 steady)` */
function countLine(found: Outlooks): Total[] {
  const note = stateCounts(found);
  return [{ label: "positions", kind: "integer", value: found.outlooks.length, note }];
}

/** Each sum with its count; one that all have stands once, at the end, as that of each. */
function runLine({ totals }: Outlooks): Total[] {
  const { asOf } = totals.runs["7d"];
  const sums = OUTLOOK_WINDOWS.map((window, at) =>
    sumTotal(at === 0 ? `a day, ${window}` : window, totals.runs[window], { signed: true }),
  );
  const [common, ...others] = new Set(sums.map(({ note }) => note));
  const isCommon = common !== undefined && others.length === 0;
  return [
    ...sums.map((sum, at): Total => {
      if (!isCommon) return sum;
      const { note: _, ...bare } = sum;
      return at < sums.length - 1 ? bare : { ...bare, note: `each ${common}` };
    }),
    sumTotal("to leave", totals.leaving),
    ...(asOf == null
      ? []
      : [{ label: "as of", kind: "time", value: new Date(asOf).toISOString() } as const]),
  ];
}

function meanings({ outlooks }: Outlooks): Total[][] {
  if (outlooks.length === 0) return [];
  const [widest] = outlooks
    .map(({ worstWeek }) => worstWeek)
    .toSorted((a, b) => (b.counted ?? 0) - (a.counted ?? 0));
  const { counted = 0, independent } = widest ?? {};
  const overlap = counted === 0 ? "" : ` (${counted} windows overlap, ${independent} independent)`;
  return [
    textLine(
      "24h, 3d, 7d, 30d:",
      "USD a day at today's size, from the funding settled in that time; settled is not expected",
    ),
    textLine("±7d:", "standard error of the mean of 7 days, by the last 30 days"),
    textLine("worst 7d:", `least funding of 7 days in a row in the last 30, USD${overlap}`),
    textLine(
      "eaten by:",
      "move of the basis, in points (and daily sd), that takes the funding of a week like the last; – if it paid nothing",
    ),
  ];
}

/** A line for each position with an unknown figure, those without a state first. */
function unknownLines({ outlooks }: Outlooks): Total[][] {
  const isStateless = ({ state }: Outlook) => state === undefined;
  const ordered = [
    ...outlooks.filter(isStateless),
    ...outlooks.filter((outlook) => !isStateless(outlook)),
  ];
  const texts = ordered.flatMap((outlook) => {
    const why = unknownTexts(outlook).join("; ");
    return why === "" ? [] : [`${nameOf(outlook.position)}: ${why}`];
  });
  return firstLines(texts).map((text) => textLine("not known:", text));
}
