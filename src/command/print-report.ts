import type { View } from "../output/table/column.js";
import type { Context } from "./context.js";
import { asItem, printItem } from "./print.js";

/** Prints a report: a page for people, one object as json, its rows where columns are shown. */
export async function printReport<T, Row>(
  context: Context,
  report: T,
  view: View<T, Row>,
): Promise<void> {
  await printItem(context, asItem(report), view);
}
