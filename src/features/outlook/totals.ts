import { OUTLOOK_WINDOWS, type Outlook } from "../../analytics/funding/outlook.js";
import type { Outlooks } from "../../analytics/funding/portfolio-outlook.js";
import type { Handles } from "../../base/names/handle.js";
import type { Total } from "../../output/table/column.js";
import { firstLines } from "../../output/text/first-of.js";
import { inSentence } from "../../output/text/format.js";
import { stateCounts, unknownTexts } from "../../views/position/outlook-unknown.js";
import { sumTotal } from "../../views/sum-total.js";

/** `now +40.43/day (7d, 13 of 15) · 1 costing, 12 steady, 2 unknown` */
export function verdictOf(found: Outlooks): string {
  const { value, counted, of } = found.totals.runs["7d"];
  const now = value === null ? "unknown" : `${inSentence("usd", value.toFixed(), true)}/day`;
  const part = counted === of ? "7d" : `7d, ${counted} of ${of}`;
  return `now ${now} (${part}) · ${stateCounts(found)}`;
}

/** Returns the sums; a note that all of them share stands once, at the last. */
export function outlookTotals({ totals }: Outlooks): Total[][] {
  const { asOf } = totals.runs["7d"];
  const sums = OUTLOOK_WINDOWS.map((window, at) =>
    sumTotal(at === 0 ? `a day, ${window}` : window, totals.runs[window], { signed: true }),
  );
  const [common, ...others] = new Set(sums.map(({ note }) => note));
  const isCommon = common !== undefined && others.length === 0;
  return [
    [
      ...sums.map((sum, at): Total => {
        if (!isCommon) return sum;
        const { note: _, ...bare } = sum;
        return at < sums.length - 1 ? bare : { ...bare, note: `each ${common}` };
      }),
      sumTotal("exit fees (est.)", totals.leaving),
      ...(asOf == null
        ? []
        : [{ label: "as of", kind: "time", value: new Date(asOf).toISOString() } as const]),
    ],
  ];
}

/** Returns a line for each position with an unknown figure, those without a state first. */
export function unknownNotes({ outlooks }: Outlooks, handles: Handles): string[] {
  const isStateless = ({ state }: Outlook) => state === undefined;
  const ordered = [
    ...outlooks.filter(isStateless),
    ...outlooks.filter((outlook) => !isStateless(outlook)),
  ];
  const texts = ordered.flatMap((outlook) => {
    const why = unknownTexts(outlook).join("; ");
    return why === "" ? [] : [`unknown: ${handles.of(outlook.position)}: ${why}`];
  });
  return firstLines(texts);
}
