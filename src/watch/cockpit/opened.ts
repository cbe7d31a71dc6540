import { lifeOf, positionFunding } from "../../analytics/funding/position-funding.js";
import { worstWeekOf } from "../../analytics/market/worst-week.js";
import { clockOf } from "../../analytics/position/criteria.js";
import { balanceOf } from "../../analytics/position/hedge.js";
import { basisOfPosition } from "../../analytics/position/position-basis.js";
import type { Position, PositionDetail } from "../../client/resources/position.js";
import { detailPage, listedPage } from "../../features/get/page.js";
import {
  fundingRows,
  positionFundingTotals,
  positionFundingView,
} from "../../features/position-funding/record.js";
import { reconcile } from "../../features/reconcile/figures.js";
import { verdictOf } from "../../features/reconcile/record.js";
import { rotateRows, rotateView } from "../../features/rotate/record.js";
import { renderChart } from "../../output/chart/chart.js";
import type { View } from "../../output/table/column.js";
import { tableColumns, tableSection, textSection, totalsSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import type { Collected } from "../../portfolio/positions/collect.js";
import type { Judgement } from "../../portfolio/rotation/judge.js";
import { positionFundingPlots } from "../../views/position/funding-plots.js";
import type { Answer } from "./asked.js";
import { upcomingTable } from "./pages/next.js";

const ASKING = "asking…";

/** Returns a position in full: as `positions get`, with its verdict, next settlements and funding. */
export function positionSections(
  book: Collected,
  position: Position,
  { value: detail, ...answer }: Answer<PositionDetail>,
): Section[] {
  const { criteria, historyOf, handles, status } = book;
  const clock = clockOf(criteria);
  const inputs = { historyOf, ...clock };
  const judged = status.each.find((it) => it.position.position_id === position.position_id);
  const options = {
    ...{ ...clock, handles, performance: true, judging: { limits: criteria.limits, historyOf } },
    runsOf: () => judged?.runs,
    basisOf: (it: Position) => basisOfPosition(it, inputs),
    worstWeekOf: (it: Position) => worstWeekOf(it, inputs),
  };
  const upcoming = upcomingTable(book, [position]);
  const next = tableSection(upcoming.rows, tableColumns(upcoming.view), "Next settlements");
  const asking = answer.failure === undefined ? ASKING : `unknown: ${answer.failure}`;
  if (detail === undefined) {
    return [...listedPage(position, options), next, { title: "Reconcile", ...textSection(asking) }];
  }
  const whole = wholeOf(position, detail);
  const shown = fundingOf(book, whole);
  const rows = reconcile(whole, shown.funding).map((line) => ({
    ...{ ...line, position: whole, handle: shown.handle },
  }));
  const doubt = answer.failure === undefined ? "" : ` (legs as of before: ${answer.failure})`;
  const [verdict, ...rest] = detailPage(whole, options);
  return [
    ...(verdict === undefined ? [] : [verdict]),
    { title: "Reconcile", ...textSection(verdictOf(rows) + doubt) },
    next,
    chartSection(shown),
    ...rest,
  ];
}

/** Returns a full position with the performance of the listing. */
function wholeOf({ performance }: Position, detail: PositionDetail) {
  return { ...detail, ...(performance !== undefined && { performance }) };
}

/** Returns the settled funding of a position since its opening, as far as events are known. */
function fundingOf({ criteria, historyOf, handles }: Collected, position: PositionDetail) {
  const { start, end } = lifeOf(position, criteria.now);
  const funding = positionFunding(position, { eventsOf: historyOf, start, end });
  return { position, handle: handles.of(position), funding, list: "day" as const, start, end };
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
  return [...(positionFundingView("day", shown).page?.(row) ?? [])];
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
