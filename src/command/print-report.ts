import { showsColumns } from "../output/formats/format.js";
import { onePage } from "../output/formats/pages.js";
import type { View } from "../output/table/column.js";
import type { Context } from "./context.js";
import { asItem, printerOf, printNotes } from "./print.js";

/** Prints a report: a page for people, one object as json, its rows where columns are shown. */
export async function printReport<T, Row>(
  context: Context,
  report: T,
  view: View<T, Row>,
): Promise<void> {
  const output = await context.outputOptions();
  const printer = await printerOf(context);
  const isSorted = output.sort !== undefined && showsColumns(output);
  const items = [asItem(report)];
  printNotes(
    context,
    isSorted ? await printer.list(onePage(items), view) : await printer.things(items, view, false),
  );
}
