import { OUTLOOK_WINDOWS } from "../analytics/outlook.js";
import { OUTLOOK_STATES } from "../analytics/outlook-states.js";
import type { Outlooks } from "../analytics/outlooks.js";
import type { Total } from "../output/table/column.js";
import { unknownText } from "./outlook-unknown.js";
import { sumTotal } from "./sum-total.js";

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
      const { note, ...total } = sumTotal(label, totals.runs[window], { signed: true });
      const saysCount = !isAlike || at === OUTLOOK_WINDOWS.length - 1;
      return { ...total, ...(note !== undefined && saysCount && { note }) };
    }),
    sumTotal("to leave", totals.leaving),
    ...(asOf == null
      ? []
      : [{ label: "as of", kind: "time", value: new Date(asOf).toISOString() } as const]),
  ];
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
