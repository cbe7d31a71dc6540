import { lifeOf, positionFunding } from "../../analytics/funding/position-funding.js";
import { balanceOf } from "../../analytics/position/hedge.js";
import { reconcile } from "../../analytics/position/reconcile.js";
import type { Position, PositionDetail } from "../../client/resources/position.js";
import { rotateRows, rotateView } from "../../features/rotate/record.js";
import { poolOfBook } from "../../figures/next/pool-of-book.js";
import { DEFAULT_STRESS, type Inputs, PositionOf } from "../../figures/subjects.js";
import { renderChart } from "../../output/chart/chart.js";
import type { View } from "../../output/table/column.js";
import { tableColumns, tableSection, textSection, totalsSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { ownerIn } from "../../portfolio/load-book.js";
import type { Collected } from "../../portfolio/positions/collect.js";
import type { Judgement } from "../../portfolio/rotation/judge.js";
import { positionPage } from "../../run/position-page.js";
import { checkText, verdictOf } from "../../views/position/check-record.js";
import { daysView, fundingRows, positionFundingTotals } from "../../views/position/days-record.js";
import { positionFundingPlots } from "../../views/position/funding-plots.js";
import type { Answer } from "./asked.js";

const ASKING = "asking…";

/** Returns a position as `carry get` shows it, with a chart of its settled funding. */
export function positionSections(
  book: Collected,
  position: Position,
  { value: detail, failure }: Answer<PositionDetail>,
): Section[] {
  if (detail === undefined) {
    const check = failure === undefined ? ASKING : `unknown: ${failure}`;
    return positionPage(new PositionOf(inputsOf(book), position), { check });
  }
  const whole = wholeOf(position, detail);
  const shown = fundingOf(book, whole);
  const lines = reconcile(whole, shown.funding);
  const old = failure === undefined ? "" : ` (legs as of before: ${failure})`;
  const check = `${checkText(lines) ?? verdictOf(lines)}${old}`;
  return [...positionPage(new PositionOf(inputsOf(book), whole), { check }), chartSection(shown)];
}

/** Returns what the figures of a position are computed from. */
function inputsOf({ positions, criteria, historyOf, handles, ownerOf }: Collected): Inputs {
  const { now, limits, isUnchecked } = criteria;
  const inputs: Inputs = {
    ...{ now, limits, historyOf, isUnchecked, stress: DEFAULT_STRESS },
    nameOf: handles.of,
    ownerOf: (id) => ownerIn(ownerOf(id)),
    pool: () => poolOfBook(inputs, positions),
  };
  return inputs;
}

/** Returns a full position with the performance of the listing. */
function wholeOf({ performance }: Position, detail: PositionDetail) {
  return { ...detail, ...(performance !== undefined && { performance }) };
}

/** Returns the settled funding of a position since its opening, as far as events are known. */
function fundingOf({ criteria, historyOf, handles }: Collected, position: PositionDetail) {
  const { start, end } = lifeOf(position, criteria.now);
  const funding = positionFunding(position, { eventsOf: historyOf, start, end });
  return { position, handle: handles.of(position), funding, start, end };
}

/** Draws the cumulative funding, and says below how many of the events since the opening it has. */
function chartSection(shown: ReturnType<typeof fundingOf>): Section {
  return {
    async render(look) {
      const chart = await renderChart(positionFundingPlots(shown).slice(0, 1), look);
      if (chart === undefined) return "";
      return chart + (await totalsSection(positionFundingTotals(shown).slice(0, 1)).render(look));
    },
  };
}

/** Returns the settled funding of a position, day by day. */
export function fundingSections(
  book: Collected,
  { value: detail, failure }: Answer<PositionDetail>,
): Section[] {
  if (detail === undefined) return [textSection(failure ?? ASKING)];
  const shown = fundingOf(book, detail);
  const [row] = fundingRows(shown);
  if (row === undefined) return [textSection("No settled funding is known.")];
  return [...(daysView(shown).page?.(row) ?? [])];
}

/** Returns the other pairs of a position. */
export function alternativeSections(
  { handles, ownerOf }: Collected,
  { value, failure }: Answer<Judgement>,
): Section[] {
  if (value === undefined) return [textSection(failure ?? ASKING)];
  const [judged] = value.judged;
  if (judged === undefined) return [textSection("The position is closed.")];
  const { position, rotation, unknown } = judged;
  const name = handles.of(position);
  if (rotation === undefined) {
    return [textSection(`${name}: ${unknown?.text ?? "no other pair"}`)];
  }
  const balance = balanceOf(position);
  const shown = { ...value.terms, ...judged, ...ownerOf(position.position_id), rotation, balance };
  return viewSections(rotateView(shown), rotateRows(shown), name);
}

/** Returns a view as a command prints it, below a name. */
function viewSections<Row>(view: View<Row>, rows: readonly Row[], name: string): Section[] {
  return [
    ...[textSection(name, "heading"), ...(view.head?.(rows) ?? [])],
    rows.length === 0 ? textSection(view.empty) : tableSection(rows, tableColumns(view)),
    ...(view.totals === undefined ? [] : [totalsSection(view.totals(rows))]),
    ...(view.foot?.(rows) ?? []),
  ];
}
