import { UsageError } from "../../base/usage-error.js";
import type { ValueKind } from "../../base/value-kind.js";
import { CHART_OPTION, checkChart, printChart } from "../../command/chart.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { portfolioName } from "../../command/portfolios.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { printNext } from "../../command/print-next.js";
import { parseRange, type Range, rangeOptions } from "../../command/times.js";
import type { Plot } from "../../output/chart/layout/plot.js";
import type { Total } from "../../output/table/column.js";
import { totalsSection } from "../../output/table/page.js";
import { settledBetween } from "../../portfolio/funding/settled-between.js";
import { FILTER_OPTIONS, type Filters, withHeading } from "../../portfolio/positions/filters.js";
import type { Chosen } from "../../portfolio/recorded/chosen.js";
import { noteAsides } from "../../portfolio/recorded/note-asides.js";
import { withRecordedRange } from "../../portfolio/recorded/recorded-range.js";
import { oneOf } from "../../settings/kinds.js";
import { asideTotals, namesOf } from "../../views/past/past-asides.js";
import type { Owned } from "../../views/row-fields.js";
import { textLine } from "../../views/sum-total.js";
import { isByTime, PNL_GROUPINGS, type PnlDivision, type PnlGrouping } from "./groupings.js";
import {
  namesIn,
  type PnlInputs,
  pnlAnswer,
  pnlPlots,
  pnlReportTotals,
  pnlView,
} from "./record.js";
import { snapshotsView } from "./snapshots.js";

/** Also parses `exchange`, to refuse it with the reason. */
const GROUPING: ValueKind<PnlGrouping | "exchange"> = {
  ...oneOf(PNL_GROUPINGS),
  parse: oneOf([...PNL_GROUPINGS, "exchange"]).parse,
};

export const positionsPnl = defineCommand({
  description:
    "Show the net PnL of the positions over time, and where it came from, from the archive's snapshots: funding, price PnL realized and unrealized, fees paid and estimated exit fees, by UTC day, week or month, by asset, by pair of exchanges, by position, or by portfolio; and beside the funding what settled events make of it at the recorded sizes. The rows add up to the whole; nothing is interpolated, and days without a snapshot near their midnight are joined. By snapshot, a row is the change since the first one, with the max drawdown of the recorded points and how many hours are recorded. It is PnL of the positions, never account equity (formulas: carry explain <name>)",
  options: {
    by: {
      kind: GROUPING,
      value: "what",
      help: `${PNL_GROUPINGS.slice(0, -1).join(", ")} or portfolio (default: day)`,
    },
    ...FILTER_OPTIONS,
    ...rangeOptions(" (default: all that is recorded)"),
    chart: { ...CHART_OPTION, help: `${CHART_OPTION.help}; by snapshot, day, week or month` },
  },
  views: () => [pnlView("position"), snapshotsView()],
  examples: {
    "carry positions pnl": "each recorded day",
    "carry positions pnl --by asset --start 7d": "a week, by asset",
    "carry positions pnl --by snapshot --chart": "all that is recorded, as a chart",
    "carry positions pnl --by position --start 2026-05-01 --end 2026-06-01 -o csv":
      "a month by position, for a spreadsheet",
  },
  async run(context, { options }) {
    const { by: typedBy = "day", start, end, chart = false, asset, exchange } = options;
    const by = typedBy === "exchange" ? refuseExchange() : typedBy;
    const typed = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
    const range = parseRange(typed, await context.now(), "snapshots are of the past");
    if (chart) await checkPnlChart(context, by);
    const filters = { asset, exchange };
    const asked: Asked = { inputs: { by, ...typed, filters }, range, filters, isChart: chart };
    return by === "snapshot" ? showSnapshots(context, asked) : showParts(context, by, asked);
  },
});

interface Asked {
  readonly inputs: PnlInputs;
  readonly range: Range;
  readonly filters: Filters;
  readonly isChart: boolean;
}

async function showSnapshots(context: Context, asked: Asked): Promise<ExitCode> {
  const { inputs, range, filters, isChart } = asked;
  const { historyTotals, snapshotRows, snapshotsAnswer } = await import("./snapshots.js");
  const { historyPlots } = await import("../../views/past/history.js");
  await (await printerOf(context)).check(snapshotsView());
  const found = await withRecordedRange(
    context,
    range,
    filters,
    async ({ moments, ...recorded }) => {
      const { historyOf } = await import("../../analytics/portfolio/history.js");
      const history = await historyOf(moments);
      return { ...recorded, history, portfolios: await recorded.each(history, historyOf) };
    },
  );
  const { history, chosen, failure } = found;
  const { points, asides } = history;
  const nameOf = namesOf(asides);
  if (isChart) {
    const totals = [...historyTotals(history), ...asideTotals(asides, nameOf)];
    await draw(context, historyPlots(history), totals, chosen);
    return exitCodeOf(failure);
  }
  const rows = snapshotRows(history);
  const span = { from: points.at(0)?.at ?? 0, to: points.at(-1)?.at ?? 0 };
  const { of: ownerOf } = await context.portfolios();
  const portfolios = found.portfolios.map(({ totals: own, ...it }) => {
    return { ...it, totals: { ...own, ...span, rows: snapshotRows(own) } };
  });
  const shown = { ...history, ...span, inputs, rows, ownerOf, portfolios };
  const json = () => snapshotsAnswer(ownerOf).json(shown);
  const view = withHeading(snapshotsView(ownerOf, history), chosen);
  await printComputed(context, { json, rows, view, isReport: true });
  await printNext(context, [
    ["positions", "pnl", "--by", "position"],
    ["positions", "changes"],
  ]);
  await noteAsides(context, asides, nameOf);
  return exitCodeOf(failure);
}

async function showParts(
  context: Context,
  by: PnlDivision,
  { inputs, range, filters, isChart }: Asked,
): Promise<ExitCode> {
  await (await printerOf(context)).check(pnlView(by));
  const { list, of: ownerOf } = await context.portfolios();
  const found = await withRecordedRange(context, range, filters, async (recorded) => {
    const { moments, times, store, each } = recorded;
    const { pnlDivider } = await import("./figures.js");
    const seen = async (some: typeof moments) => {
      const divider = pnlDivider(by, times, (id) => portfolioName(ownerOf(id)));
      for await (const moment of some) divider.see(moment);
      return divider;
    };
    const divider = await seen(moments);
    const totalsOf = isChart
      ? () => undefined
      : await settledBetween(context, store, divider.needed(), divider.held());
    const pnl = divider.pnl(totalsOf);
    const portfolios = await each(pnl, async (some) => (await seen(some)).pnl(totalsOf));
    return { ...recorded, pnl, portfolios };
  });
  const { pnl, chosen, portfolios, failure } = found;
  const { rows, asides, funding } = pnl;
  const nameOf = namesIn(pnl);
  if (isChart) {
    const totals = [...pnlReportTotals(pnl), ...asideTotals(asides, nameOf)];
    await draw(context, pnlPlots(pnl), totals, chosen);
    return exitCodeOf(failure);
  }
  const named = (name?: string): Owned => {
    const { portfolio, portfolio_id } = list.find((it) => portfolioName(it) === name) ?? ownerOf();
    return { portfolio, portfolio_id };
  };
  const ofRow = by === "portfolio" ? named : ownerOf;
  const json = () => pnlAnswer(by, ofRow).json({ ...pnl, inputs, ownerOf, portfolios });
  const view = withHeading(pnlView(by, ofRow, pnl), chosen);
  await printComputed(context, { json, rows, view, isReport: true });
  const next = by === "position" ? [] : [["positions", "pnl", "--by", "position"]];
  await printNext(context, [...next, ["positions", "changes"]]);
  await noteAsides(context, asides, nameOf, funding.unknown);
  return exitCodeOf(failure);
}

function refuseExchange(): never {
  throw new UsageError(
    "--by exchange: the service reports the net PnL and its parts by position, not by leg",
    "use --by pair, or `carry list --by exchange` for what is held where",
  );
}

async function checkPnlChart(context: Context, by: PnlGrouping): Promise<void> {
  if (by !== "snapshot" && !isByTime(by)) {
    throw new UsageError(
      `--chart: a chart is drawn over time, not by ${by}`,
      "use --by snapshot, day, week or month, or leave out --chart",
    );
  }
  await checkChart(context, 1);
}

async function draw(
  context: Context,
  plots: readonly Plot[],
  totals: readonly (readonly Total[])[],
  { heading }: Chosen,
): Promise<void> {
  const filtered = heading === undefined ? [] : [textLine("shown:", heading)];
  await printChart(context, plots, [totalsSection([...filtered, ...totals])]);
}
