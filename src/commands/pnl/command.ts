import { ArchiveError } from "../../archive/directory.js";
import { UsageError } from "../../base/usage-error.js";
import { withLooks } from "../../book/looks/looks.js";
import { gapsBetween } from "../../figures/period/gaps.js";
import {
  DIVISIONS,
  Divider,
  type Division,
  isByTime,
  periodsOf,
} from "../../figures/period/periods.js";
import { CHART_OPTION, checkChart, printChart } from "../../run/chart.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf } from "../../run/errors/kinds.js";
import type { OptionsData } from "../../run/option.js";
import { type PnlInputs, pnlAnswer, pnlPlots, pnlTable } from "../../run/screen/pnl-table.js";
import { FILTER_OPTIONS } from "../../run/screen/position-filters.js";
import { chosenIn, printScreen, tableView } from "../../run/screen/screen.js";
import { oneOf } from "../../run/settings/kinds.js";
import { parseRange, rangeOptions } from "../../run/times.js";
import { eventsTable, printEvents } from "./events.js";
import { footOf, headOf } from "./screen.js";

const OPTIONS = {
  by: {
    kind: oneOf([...DIVISIONS, "event"] as const),
    value: "what",
    help: `${DIVISIONS.join(", ")}, or event: each settlement in USD (default: day)`,
  },
  ...FILTER_OPTIONS,
  ...rangeOptions(" (default: 30 days until now)"),
  chart: { ...CHART_OPTION, help: `${CHART_OPTION.help}; by look, day or month` },
} as const satisfies OptionsData;

export const positionsPnl = defineCommand({
  description:
    "Show what was made between two looks, and where it came from: funding, price PnL, fees paid and estimated exit fees. A look is a listing with performance that the archive keeps (setting record, carry archive sync); the last one is asked for now. A row is what lies between two looks, whatever their hour, so that rows add up to the whole (formulas: carry explain net_pnl)",
  options: OPTIONS,
  views: () => [tableView(pnlTable("day")), tableView(eventsTable())],
  examples: {
    "carry pnl": "day by day",
    "carry pnl --by position --start 7d": "a week, by position",
    "carry pnl --by look --start yesterday": "each look since yesterday",
    "carry pnl --by event --start 2026-05-01 --end 2026-06-01 -o csv":
      "each settlement of a month in USD, for an accountant",
    "carry pnl --chart": "the net PnL of 30 days as a chart",
  },
  async run(context, { options }) {
    const { by: typedBy = "day", start, end, asset, exchange, chart = false } = options;
    const now = await context.now();
    const typed = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
    const range = parseRange(typed, now, "looks are of the past");
    const filters = { asset, exchange };
    if (chart) await checkPnlChart(context, typedBy);
    if (typedBy === "event") {
      return printEvents(context, { by: typedBy, range: typed, filters }, range);
    }
    const by = typedBy;
    const { declared } = await chosenIn(context, pnlTable(by));
    const found = await withLooks(context, range, filters, async ({ looks, ...rest }) => {
      return { ...rest, ...(await periodsOf(gapsBetween(looks()), by)) };
    });
    if (found === undefined) return printFunding(context, { by, range: typed, filters });
    const { failure, ...periods } = found;
    const shown = { ...periods, by, now, range: typed, filters };
    if (chart) {
      await printChart(context, pnlPlots(shown), headOf(shown));
      return exitCodeOf(failure);
    }
    const table = pnlTable(by, shown);
    await printScreen(context, {
      table,
      declared,
      answer: pnlAnswer(table, declared),
      inputs: shown,
      rows: shown.rows,
      totals: shown.totals,
      head: () => headOf(shown),
      foot: () => [footOf(shown)],
    });
    return exitCodeOf(failure);
  },
});

/** @throws {UsageError} where rows are no stretches of time, or the output can be no chart */
async function checkPnlChart(context: Context, by: Division | "event"): Promise<void> {
  if (by === "event" || !isByTime(by)) {
    throw new UsageError(
      `--chart: a chart is drawn over time, not by ${by}`,
      "use --by look, day or month, or leave out --chart",
    );
  }
  await checkChart(context, 1);
}

/** Prints what is known without two looks: a screen for eyes, and for programs an error. */
async function printFunding(
  context: Context,
  inputs: PnlInputs & { readonly by: Division },
): Promise<ExitCode | undefined> {
  const { format, columns, query } = await context.outputOptions();
  if (!format.isLaidOut || (columns ?? query) !== undefined) {
    throw new ArchiveError(
      "archive",
      "fewer than two looks are recorded in this range",
      "`carry archive sync` takes one, and `carry profile set record on` keeps each listing",
    );
  }
  const { loadBook } = await import("../../book/load-book.js");
  const { withoutHistory } = await import("./without-history.js");
  const { asset, exchange } = inputs.filters;
  const needs = new Set(["funding"] as const);
  const { all, failure } = await loadBook(context, { asset, exchange, needs });
  const table = pnlTable(inputs.by);
  const { totals } = new Divider(inputs.by).periods();
  const page = () => withoutHistory(all);
  const answer = pnlAnswer(table);
  await printScreen(context, {
    table,
    declared: undefined,
    answer,
    inputs,
    rows: [],
    totals,
    page,
  });
  return exitCodeOf(failure);
}
