import type { MarginLimit } from "../../analytics/position/limits.js";
import type { Risk } from "../../analytics/position/risk.js";
import type { Total, View } from "../../output/table/column.js";
import { renderPage, tableColumns, tableSection, textSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { counted } from "../../output/text/counted.js";
import { namedPositions } from "../../views/position/named-positions.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import { returnTotal } from "../../views/position/return-on-margin.js";
import { renderedTotals } from "../../views/rendered-totals.js";
import { sumTotal } from "../../views/sum-total.js";
import { riskLegsView } from "./legs.js";
import { MARGIN_UNKNOWN, type RiskRow } from "./row.js";
import { stressSection } from "./stress.js";
import { unhedgedSection } from "./unhedged.js";

/** Data of the view of the risk of a portfolio. */
export interface RiskViewOptions extends ServiceClock {
  readonly risk: Risk;
  readonly rows: readonly RiskRow[];
  readonly margin: MarginLimit;
}

/** View of the risk of a portfolio: a page, or with chosen columns the legs. */
export function riskView(options: RiskViewOptions): View<RiskRow> {
  return {
    ...riskLegsView(options),
    page: () => [{ render: (look) => renderPage(sectionsOf(options), look) }],
    totals: () => [marginLine(options.risk), ...notes(options)],
  };
}

function sectionsOf(options: RiskViewOptions): Section[] {
  const { risk } = options;
  if (risk.legs.length === 0) return [textSection("No leg holds anything.")];
  const stress = stressSection(risk.stressed, options);
  return [
    legsSection(options),
    unhedgedSection(risk, options),
    ...(stress === undefined ? [] : [stress]),
  ];
}

function legsSection(options: RiskViewOptions): Section {
  const { risk, rows } = options;
  const table = tableSection(rows, tableColumns(riskLegsView(options)));
  const below = renderedTotals([marginLine(risk), ...notes(options)]);
  return {
    title: titleOf(risk),
    render: async (look) => (await table.render(look)) + (await below.render(look)),
  };
}

/** `32 legs of 15 positions: no margin thin, 2 not known, 1 without leverage` */
function titleOf({ legs, positions, totals }: Risk): string {
  const thin = legs.filter(({ isThin }) => isThin === true).length;
  const lacking = legs.filter(({ unknown }) => unknown === "no_leverage").length;
  const unknown = legs.filter(({ isThin }) => isThin === undefined).length - lacking;
  const counts = [
    thin === 0 ? "no margin thin" : `${counted(thin, "margin")} thin`,
    ...(unknown > 0 ? [`${unknown} not known`] : []),
    ...(lacking > 0 ? [`${lacking} without leverage`] : []),
    ...(totals.unchecked > 0
      ? [`legs of ${counted(totals.unchecked, "position")} not checked`]
      : []),
  ];
  const of = counted(positions, "position");
  return `${counted(legs.length, "leg")} of ${of}: ${counts.join(", ")}`;
}

function marginLine({ margin, returnOnMargin }: Risk): Total[] {
  return [sumTotal("initial margin", margin, { things: "legs" }), returnTotal(returnOnMargin)];
}

function notes({ risk, rows, margin }: RiskViewOptions): Total[][] {
  const why = new Set(rows.flatMap(({ risk }) => risk.unknown ?? []));
  return [
    said(
      "bankruptcy:",
      "where the initial margin is lost: isolated, no maintenance margin, no collateral added since; the exchange's own price is nearer or, with collateral added, farther",
    ),
    said("thin:", `nearer than ${limitText(margin)}, and less than half of the margin left`),
    ...[...why].map((code) => {
      const { brief, text } = MARGIN_UNKNOWN[code];
      return said(`${brief}:`, text);
    }),
    ...uncheckedNotes(risk),
  ];
}

/** `10%`, `3 daily sd, the standard deviation of the mark's changes within a day (where unknown 10%)` */
function limitText({ unit, amount }: MarginLimit): string {
  if (unit === "percent") return `${amount.toFixed()}%`;
  return `${amount.toFixed()} daily sd, standard deviations of a day's change (10% where that is not known)`;
}

function uncheckedNotes({ unhedged }: Risk): Total[][] {
  const unchecked = unhedged.filter(({ isUnchecked }) => isUnchecked);
  if (unchecked.length === 0) return [];
  const names = namedPositions(unchecked.map(({ position }) => position));
  return [said("legs not checked:", `${names}: one may be closed, and counts as listed`)];
}

function said(label: string, value: string): Total[] {
  return [{ label, kind: "text", value }];
}
