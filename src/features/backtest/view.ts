import { type Field, optional, own, plain, viewOf } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { pairsSection, textSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { signedUsd } from "../../views/measure-fields.js";
import { bothSides } from "../../views/row-fields.js";
import { holdSections } from "./hold.js";
import { NOT_IN_IT, resultLines, type ShownBacktest, setupLines } from "./lines.js";
import type { PathPoint } from "./point.js";

const OF_LEG = "Funding of the leg, USD; null if unknown, absent if it does not settle.";
const USD = "number|null";
const BASIS = "Price PnL since the entry, USD; null without a mark price of each market.";
const NET = "Net PnL if the hedge ended here, USD; null where basis or cumulative is.";

/** The fields of a settlement. */
export const PATH_FIELDS: readonly Field<PathPoint>[] = [
  own("time", "time", "Time of the settlement (ISO 8601).", { header: "settled" }),
  ...bothSides<PathPoint>((side) => [
    optional(
      plain("funding", USD, OF_LEG, {
        ...{ of: ({ ofLeg }) => ofLeg[side], ...signedUsd(side, 3) },
      }),
      ({ ofLeg }) => ofLeg[side] !== undefined,
    ),
  ]),
  own(
    "funding",
    USD,
    "Funding of both legs, USD; null if one of them is unknown.",
    signedUsd("funding", 0),
  ),
  own(
    "cumulative",
    USD,
    "Funding since the entry, USD; null where funding is.",
    signedUsd("cumulative", 0),
  ),
  own("basis", USD, BASIS, signedUsd("basis", 2)),
  own("net", USD, NET, signedUsd("net", 1)),
];

/** View of a backtest: a page of figures, or a row for each settlement. */
export function backtestView(shown?: ShownBacktest): View<PathPoint> {
  const page = () => (shown === undefined ? [] : pageOf(shown));
  return viewOf(PATH_FIELDS, { page, empty: "No settlement." });
}

function pageOf(shown: ShownBacktest): Section[] {
  return [
    pairsSection(resultLines(shown), "Result"),
    pairsSection(setupLines(shown), "Hedge"),
    ...holdSections(shown.result),
    textSection(`Not in it: ${NOT_IN_IT}`, "label"),
  ];
}
