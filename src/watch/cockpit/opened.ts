import { lifeOf, positionFunding } from "../../analytics/funding/position-funding.js";
import { reconcile } from "../../analytics/position/reconcile.js";
import type { Position, PositionDetail } from "../../client/resources/position.js";
import { PositionOf } from "../../figures/subjects.js";
import { renderChart } from "../../output/chart/chart.js";
import { textSection, totalsSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import type { Collected } from "../../portfolio/positions/collect.js";
import { inputsIn } from "../../portfolio/positions/group-in.js";
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
    return positionPage(new PositionOf(inputsIn(book), position), { check });
  }
  const whole = wholeOf(position, detail);
  const shown = fundingOf(book, whole);
  const lines = reconcile(whole, shown.funding);
  const old = failure === undefined ? "" : ` (legs as of before: ${failure})`;
  const check = `${checkText(lines) ?? verdictOf(lines)}${old}`;
  return [...positionPage(new PositionOf(inputsIn(book), whole), { check }), chartSection(shown)];
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
