import type { Sink } from "../../base/terminal/io.js";
import { chooseColumns, withSortedColumn } from "../table/choose-columns.js";
import type { View } from "../table/column.js";
import { renderSections } from "../table/page.js";
import { renderTable } from "../table/table.js";
import { NOTHING_TO_SAY, type OutputOptions, type Pages, type Writer } from "./format.js";

/**
 * Writes a list as a table when it is complete, between its head and its foot. A
 * listing in a pipe has neither.
 */
export const writeTable: Writer = async <T, Row>(
  pages: Pages<T>,
  view: View<T, Row>,
  options: OutputOptions,
  sink: Sink,
) => {
  const items: T[] = [];
  for await (const page of pages) for (const item of page) items.push(item.value);
  if (items.length === 0) return { notes: [{ code: "EMPTY", text: view.empty }] };
  const isPiped = !sink.isTTY && view.isListing !== true && options.columns === undefined;
  const wide = options.wide || isPiped; // in a pipe, what carry computes has all columns
  const look = wide ? { ...options.look, width: undefined } : options.look;
  const columns = withSortedColumn(
    chooseColumns(view, options.columns, wide ? "wide" : "table"),
    view,
    options.sort,
    { unicode: look.unicode, chosen: options.columns !== undefined },
  );
  const table = await renderTable(items.flatMap(view.rows), columns, look);
  const around: Partial<View<T, Row>> = view.isListing === true && !sink.isTTY ? {} : view;
  const head = await renderSections(around.head?.(items) ?? [], look);
  const foot = await renderSections(around.foot?.(items) ?? [], look);
  await sink.write([head, table.text, foot].filter((text) => text !== "").join("\n"));
  if (table.dropped.length === 0) return NOTHING_TO_SAY;
  return {
    notes: [
      {
        code: "COLUMNS_DROPPED",
        text: `left out at this width: ${table.dropped.join(", ")} (widen the terminal, or choose with --columns or --wide)`,
      },
    ],
  };
};
