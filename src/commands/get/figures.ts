import { POSITION_CATALOG, REASONS, WHO } from "../../figures/catalog/catalog.js";
import { run7d } from "../../figures/catalog/funding.js";
import { age, nearestAway, netPnl, size } from "../../figures/catalog/position.js";
import type { PositionOf } from "../../figures/subjects.js";
import type { Context } from "../../run/context.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../run/errors/kinds.js";
import { bookAnswer } from "../../run/screen/inputs.js";
import {
  nameColumns,
  pairColumn,
  shortNames,
  whyColumn,
} from "../../run/screen/position-columns.js";
import { PAGE_FIGURES } from "../../run/screen/position-page.js";
import {
  checkScreen,
  chosenIn,
  column,
  printScreen,
  type Table,
  tableView,
} from "../../run/screen/screen.js";
import { bookOfDetails, fetchDetails } from "./details.js";

/** Returns the table of positions by their figures. @param rows whose exchanges get names of their own */
export function figuresTable(rows: readonly PositionOf[]): Table<PositionOf> {
  const nameOf = shortNames(rows);
  return {
    who: WHO,
    figures: [age, ...PAGE_FIGURES, ...REASONS],
    catalog: POSITION_CATALOG,
    columns: [
      ...[
        ...nameColumns(rows),
        pairColumn(nameOf),
        column(age),
        column(size),
        column(run7d),
        column(netPnl),
      ],
      ...[column(nearestAway), whyColumn(nameOf, true)],
    ],
    empty: "No positions.",
  };
}

/** Prints figures of positions that are named in `--columns` or `--sort`: as rows, json as one object. */
export async function printFigures(context: Context, names: readonly string[]): Promise<ExitCode> {
  const output = await context.outputOptions();
  await checkScreen(context, tableView(figuresTable([])));
  const { declared, needs } = chosenIn(figuresTable([]), output);
  const details = await fetchDetails(context, names, {
    ...{ performance: true, isPooled: needs.has("pool") },
  });
  if (details.items.length === 0) return exitCodeOf(details.failure);
  const book = await bookOfDetails(context, details, needs);
  const rows = book.all.members;
  const table = figuresTable(rows);
  const answer = bookAnswer("get", table, { declared, needs });
  const data = { inputs: { now: book.all.inputs.now }, rows, totals: book.all };
  await printScreen(context, tableView(table, {}, declared), answer, data);
  context.reportDoubts();
  return exitCodeOf(gravestOf([details.failure, book.failure]));
}
