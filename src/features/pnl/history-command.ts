import type { History } from "../../analytics/portfolio/history.js";
import { CHART_OPTION, checkChart, printChart } from "../../command/chart.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { parseRange, rangeOptions } from "../../command/times.js";
import { noteAsides } from "../../portfolio/recorded/note-asides.js";
import { PLACE_OPTION } from "../../portfolio/recorded/place.js";
import { withRecordedRange } from "../../portfolio/recorded/recorded-range.js";
import { HISTORY, historyRows, historyView } from "../../views/past/history.js";

export const positionsHistory = defineCommand({
  description:
    'Show the net PnL of the positions over time, from the archive\'s snapshots: the change since the first snapshot of the range with its parts, the deepest fall of the recorded points, and how many hours are recorded. It is cumulative PnL of the positions, never account equity (formulas: docs/analytics.md, "Between two moments"; what is recorded: docs/history.md). A page has a row for each day, -v and csv one for each snapshot',
  options: {
    portfolio: { setting: "portfolio" },
    ...rangeOptions(" (default: all that is recorded)"),
    chart: CHART_OPTION,
    ...PLACE_OPTION,
  },
  columns: () => historyView().columns.map(({ key }) => key),
  examples: [
    { line: "carry positions history --chart", what: "all that is recorded, as a chart" },
    { line: "carry positions history --start 7d", what: "a week, a row for each day" },
    {
      line: "carry positions history --start 2026-05-01 --end 2026-06-01 -o csv",
      what: "every snapshot of a month, for a spreadsheet",
    },
  ],
  async run(context, { options: { start, end, chart = false } }) {
    const typed = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
    const range = parseRange(typed, context.io.clock.now(), "snapshots are of the past");
    if (chart) await checkChart(context, 1);
    await (await printerOf(context)).check(historyView());
    const history = await withRecordedRange(context, range, async (moments) => {
      const { historyOf } = await import("../../analytics/portfolio/history.js");
      return historyOf(moments);
    });
    if (chart) await draw(context, history);
    else {
      const view = historyView(history, context.verbose);
      const rows = historyRows(history);
      const json = () => HISTORY.json({ ...history, inputs: typed, rows });
      await printComputed(context, { json, rows, view, isReport: true });
      await noteAsides(context, history.asides);
    }
  },
});

async function draw(context: Context, history: History): Promise<void> {
  const { historyPlots, historyTotals } = await import("../../views/past/history.js");
  const { asideTotals } = await import("../../views/past/past-asides.js");
  const totals = [...historyTotals(history), ...asideTotals(history.asides)];
  await printChart(context, historyPlots(history), totals);
}
