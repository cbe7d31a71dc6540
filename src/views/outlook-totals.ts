import { OUTLOOK_WINDOWS } from "../analytics/outlook.js";
import { OUTLOOK_STATES } from "../analytics/outlook-state.js";
import type { Outlooks } from "../analytics/outlooks.js";
import type { CountedSum } from "../analytics/sum.js";
import type { Total } from "../output/table/column.js";
import { formatCell } from "../output/text/format.js";
import { unknownText } from "./outlook-unknown.js";

/** Maximum number of named positions whose state is unknown. */
const MOST_NAMED = 8;

/** Returns the sums of the outlooks, what the columns mean, and why states are unknown. */
export function outlookTotals(found: Outlooks): Total[][] {
  return [countLine(found), runLine(found), ...meanings(found), ...unknownLines(found)];
}

/** `positions 15 (1 turned, 2 costing, 12 steady)` */
function countLine({ outlooks, totals }: Outlooks): Total[] {
  const counts = [
    ...OUTLOOK_STATES.map((state) => ({ name: state, count: totals.states[state] })),
    { name: "not known", count: totals.states.unknown },
  ].filter(({ count }) => count > 0);
  const note = counts.map(({ name, count }) => `${count} ${name}`).join(", ");
  return [{ label: "positions", kind: "integer", value: outlooks.length, note }];
}

function runLine({ totals }: Outlooks): Total[] {
  const { asOf } = totals.runs["7d"];
  const isAlike = new Set(OUTLOOK_WINDOWS.map((window) => totals.runs[window].counted)).size === 1;
  return [
    ...OUTLOOK_WINDOWS.map((window, at): Total => {
      const label = at === 0 ? `a day, ${window}` : window;
      const { note, ...total } = counted(label, totals.runs[window], true);
      const saysCount = !isAlike || at === OUTLOOK_WINDOWS.length - 1;
      return { ...total, ...(note !== undefined && saysCount && { note }) };
    }),
    counted("to leave", totals.leaving),
    ...(asOf == null
      ? []
      : [{ label: "as of", kind: "time", value: new Date(asOf).toISOString() } as const]),
  ];
}

/** Returns a sum, with the number of positions and their share of the gross notional unless all. */
function counted(label: string, sum: CountedSum, signed = false): Total {
  const { value, counted, of } = sum;
  return {
    ...{ label, kind: "usd", signed, value: value?.toFixed() },
    ...(counted < of && { note: `${counted} of ${of}${shareText(sum)}` }),
  };
}

function shareText({ counted, grossShare, grossShareAbout }: CountedSum): string {
  if (counted === 0 || grossShare == null) return "";
  const share = formatCell("percent", grossShare.toFixed(), { unicode: true, zone: "UTC" });
  return `, ${grossShareAbout === true ? "about " : ""}${share} of gross`;
}

function meanings({ outlooks }: Outlooks): Total[][] {
  if (outlooks.length === 0) return [];
  const windows = outlooks.find(({ worstWeek }) => worstWeek.counted === worstWeek.of)?.worstWeek;
  const overlap =
    windows?.of === undefined
      ? ""
      : ` (${windows.of} windows overlap, ${windows.independent} independent)`;
  return [
    said(
      "24h, 3d, 7d, 30d:",
      "USD a day at today's size, from the funding settled in that time; settled is not expected",
    ),
    said("worst 7d:", `least funding of 7 days in a row in the last 30, USD${overlap}`),
    said(
      "eaten by:",
      "move of the basis, in points, that takes the funding of a week like the last",
    ),
  ];
}

function unknownLines({ outlooks }: Outlooks): Total[][] {
  const texts = outlooks.flatMap((outlook) => {
    const { asset, position_id } = outlook.position;
    const why = unknownText(outlook);
    return why === undefined ? [] : [`${asset} ${position_id.slice(0, 8)}: ${why}`];
  });
  const lines = texts.slice(0, MOST_NAMED).map((text) => said("not known:", text));
  const rest = texts.length - lines.length;
  return rest > 0 ? [...lines, said("not known:", `and ${rest} more`)] : lines;
}

function said(label: string, value: string): Total[] {
  return [{ label, kind: "text", value }];
}
