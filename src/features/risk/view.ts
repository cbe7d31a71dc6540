import type { MarginLimit } from "../../analytics/position/limits.js";
import type { Risk } from "../../analytics/position/risk.js";
import type { Handles } from "../../base/names/handle.js";
import { chooseColumns } from "../../output/table/choose-columns.js";
import type { Total, View } from "../../output/table/column.js";
import {
  notesSection,
  renderPage,
  renderSections,
  tableSection,
  textSection,
  totalsSection,
} from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { counted } from "../../output/text/counted.js";
import { firstOf } from "../../output/text/first-of.js";
import type { Look } from "../../output/text/look.js";
import { netLines } from "../../views/net-exposure.js";
import { returnTotal } from "../../views/position/return-on-margin.js";
import { sumTotal } from "../../views/sum-total.js";
import { type RiskLook, riskLegsView } from "./legs.js";
import { MARGIN_UNKNOWN, type RiskRow } from "./row.js";
import { stressSection } from "./stress.js";
import { unhedgedLine, unhedgedSection } from "./unhedged.js";

/** Data of the view of the risk of a portfolio. */
export interface RiskViewOptions extends RiskLook {
  readonly risk: Risk;
  readonly rows: readonly RiskRow[];
  readonly margin: MarginLimit;
  readonly handles: Handles;
  /** Whether every row is shown, whatever the height of the terminal. */
  readonly all: boolean;
  /** Whether every column is shown, whatever its width. */
  readonly wide: boolean;
}

/** View of the risk of a portfolio: a page, or with chosen columns the legs. */
export function riskView(options: RiskViewOptions): View<RiskRow> {
  const { all, wide } = options;
  const render = (look: Look) => {
    const at = wide ? { ...look, width: undefined } : look;
    return all || at.width === undefined
      ? renderPage(sectionsOf(options), at)
      : fitted(options, at);
  };
  return {
    ...riskLegsView(options),
    page: () => [{ render }],
    totals: () => [marginLine(options.risk)],
    foot: () => notesSection(notes(options)),
  };
}

function sectionsOf(options: RiskViewOptions): Section[] {
  const { risk, rows } = options;
  if (risk.legs.length === 0) return [textSection(NOTHING)];
  return [
    legsSection(options, rows, [
      totalsSection([marginLine(risk)]),
      ...notesSection(notes(options)),
    ]),
    unhedgedSection(risk, options),
    ...stressSections(options),
  ];
}

const NOTHING = "No leg holds anything.";

/** Number of legs nearest to their bankruptcy price that a terminal shows, if there is room. */
const NEAREST = 10;

/** Lines of a terminal that are left for the next command and the prompt. */
const AROUND = 2;

/** Draws the nearest legs, and all whose margins are low, in the height of the terminal. */
async function fitted(options: RiskViewOptions, look: Look): Promise<string> {
  const { risk, rows, handles } = options;
  if (rows.length === 0) return renderPage([textSection(NOTHING)], look);
  const low = risk.legs.filter(({ isThin }) => isThin === true).length;
  const draw = (most: number) => {
    const shown = rows.slice(0, most);
    const left = rows.length - most;
    const more = counted(left, "more leg");
    const below = [
      ...notesSection(notes({ ...options, rows: shown })),
      textSection(unhedgedLine(risk, handles, look)),
      ...(left > 0
        ? [textSection(`${more} and what is unhedged: carry positions risk --all`)]
        : []),
    ];
    return renderPage([legsSection(options, shown, below)], look);
  };
  let most = Math.min(rows.length, Math.max(low, NEAREST));
  let text = await draw(most);
  const room = (look.height ?? Number.POSITIVE_INFINITY) - AROUND;
  while (most > low && most > 1 && text.split("\n").length - 1 > room) text = await draw(--most);
  return [
    text,
    ...(await Promise.all(stressSections(options).map((it) => renderPage([it], look)))),
  ].join("\n");
}

function stressSections(options: RiskViewOptions): Section[] {
  const stress = stressSection(options.risk.stressed, options);
  return stress === undefined ? [] : [stress];
}

function legsSection(
  options: RiskViewOptions,
  rows: readonly RiskRow[],
  below: readonly Section[],
): Section {
  const columns = chooseColumns(riskLegsView(options), undefined, options.wide ? "wide" : "table");
  const table = tableSection(rows, columns, undefined, dimUnknown);
  return {
    title: titleOf(options.risk),
    render: (look) => renderSections([table, ...below], look),
  };
}

const dimUnknown = ({ risk: { unknown } }: RiskRow) => (unknown === undefined ? undefined : "past");

/** `32 legs of 15 positions: no margin low, 2 unknown, 1 without leverage` */
function titleOf({ legs, positions, totals }: Risk): string {
  const low = legs.filter(({ isThin }) => isThin === true).length;
  const lacking = legs.filter(({ unknown }) => unknown === "no_leverage").length;
  const unknown = legs.filter(({ isThin }) => isThin === undefined).length - lacking;
  const counts = [
    low === 0 ? "no margin low" : `${counted(low, "margin")} low`,
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
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

function notes({ risk, rows, margin, handles }: RiskViewOptions): string[] {
  const why = new Set(rows.flatMap(({ risk }) => risk.unknown ?? []));
  const isLow = rows.some(({ risk }) => risk.isThin === true);
  return [
    ...(isLow ? [`low: nearer than ${limitText(margin)}, with less than half of it left`] : []),
    ...[...why].flatMap((code) => {
      const { brief, text } = MARGIN_UNKNOWN[code];
      return text.includes(brief) ? [] : [`${brief}: ${text}`];
    }),
    ...netLines(risk.totals, handles.of),
    ...uncheckedNotes(risk, handles),
  ];
}

/** `10%`, `3 daily sd (10% where unknown)` */
function limitText({ unit, amount }: MarginLimit): string {
  return unit === "percent"
    ? `${amount.toFixed()}%`
    : `${amount.toFixed()} daily sd (10% where unknown)`;
}

function uncheckedNotes({ unhedged }: Risk, handles: Handles): string[] {
  const unchecked = unhedged.filter(({ isUnchecked }) => isUnchecked);
  if (unchecked.length === 0) return [];
  const names = firstOf(unchecked.map(({ position }) => handles.of(position)));
  return [`legs not checked: ${names}: one may be closed, and counts as listed`];
}
