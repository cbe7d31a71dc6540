import { UsageError } from "../../base/usage-error.js";
import type { ValueKind } from "../../base/value-kind.js";
import { CHART_OPTION, checkChart, printChart } from "../../command/chart.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { parseRange, rangeOptions } from "../../command/times.js";
import { settledBetween } from "../../portfolio/funding/settled-between.js";
import { noteAsides, noteUnexpected } from "../../portfolio/recorded/note-asides.js";
import { PLACE_OPTION } from "../../portfolio/recorded/place.js";
import { withRecordedRange } from "../../portfolio/recorded/recorded-range.js";
import { oneOf } from "../../settings/kinds.js";
import type { Pnl } from "./figures.js";
import { isByTime, PNL_GROUPINGS, type PnlGrouping } from "./groupings.js";
import { pnlAnswer, pnlView } from "./record.js";

/** Also parses `exchange`, to refuse it with the reason. */
const GROUPING: ValueKind<PnlGrouping | "exchange"> = {
  ...oneOf(PNL_GROUPINGS),
  parse: oneOf([...PNL_GROUPINGS, "exchange"]).parse,
};

export const positionsPnl = defineCommand({
  description:
    'Show where the net PnL of the positions came from, from the archive\'s snapshots: funding, price PnL realized and unrealized, fees paid and fees to leave, by UTC day, week or month, by asset, by pair of exchanges, or by position; and beside the funding what settled events make of it at the recorded sizes. The rows add up to the whole; nothing is interpolated, and days without a snapshot near their midnight are joined (formulas: docs/analytics.md, "Between two moments"; what is recorded: docs/history.md)',
  options: {
    by: {
      kind: GROUPING,
      value: "what",
      help: `${PNL_GROUPINGS.slice(0, -1).join(", ")} or position (default: day)`,
    },
    portfolio: { setting: "portfolio" },
    ...rangeOptions(" (default: all that is recorded)"),
    chart: { ...CHART_OPTION, help: `${CHART_OPTION.help}; by day, week or month` },
    ...PLACE_OPTION,
  },
  columns: () => pnlView("position").columns.map(({ key }) => key),
  examples: [
    { line: "carry positions pnl", what: "each recorded day" },
    { line: "carry positions pnl --by asset --start 7d", what: "a week, by asset" },
    { line: "carry positions pnl --by week --chart", what: "the weeks as a chart" },
    {
      line: "carry positions pnl --by position --start 2026-05-01 --end 2026-06-01 -o csv",
      what: "a month by position, for a spreadsheet",
    },
  ],
  async run(context, { options }) {
    const { by: typedBy = "day", start, end, chart = false } = options;
    const by = typedBy === "exchange" ? refuseExchange() : typedBy;
    const typed = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
    const range = parseRange(typed, context.io.clock.now(), "snapshots are of the past");
    if (chart) await checkPnlChart(context, by);
    await (await printerOf(context)).check(pnlView(by));
    const pnl = await withRecordedRange(context, range, async (moments, times, store) => {
      const { pnlOf } = await import("./figures.js");
      return pnlOf(by, times, moments, async (needed) =>
        chart ? () => undefined : settledBetween(context, store, needed),
      );
    });
    if (chart) await draw(context, pnl);
    else {
      await printComputed(context, {
        json: () => pnlAnswer(by).json({ ...pnl, inputs: { by, ...typed } }),
        rows: pnl.rows,
        view: pnlView(by, pnl),
        isReport: true,
      });
      await noteAsides(context, pnl.asides);
      await noteUnexpected(context, pnl.funding.unknown);
    }
  },
});

function refuseExchange(): never {
  throw new UsageError(
    "--by exchange: the service tells the net PnL and its parts by position, not by leg",
    "use --by pair, or `carry positions summary --by exchange` for what is known of each leg: notional, margin, funding and fees",
  );
}

async function checkPnlChart(context: Context, by: PnlGrouping): Promise<void> {
  if (!isByTime(by)) {
    throw new UsageError(
      `--chart: a chart is drawn over time, not by ${by}`,
      "use --by day, week or month, or leave out --chart",
    );
  }
  await checkChart(context, 1);
}

async function draw(context: Context, pnl: Pnl): Promise<void> {
  const { pnlPlots, pnlReportTotals } = await import("./record.js");
  const { asideTotals } = await import("../../views/past/past-asides.js");
  const totals = [...pnlReportTotals(pnl), ...asideTotals(pnl.asides)];
  await printChart(context, pnlPlots(pnl), totals);
}
