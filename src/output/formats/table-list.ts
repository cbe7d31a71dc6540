import { chooseColumns } from "../table/columns.js";
import { withSortedColumn } from "../table/sorted-column.js";
import { renderTable } from "../table/table.js";
import { renderTotals } from "../table/total-line.js";
import { NOTHING_TO_SAY, type Writer } from "./format.js";

/**
 * Writes a list as a table when it is complete, with explanations of its marks and its totals below; without
 * them for --no-header, and for a listing in a pipe.
 */
export const writeTable: Writer = async (pages, view, options, sink) => {
  const items = [];
  for await (const page of pages) for (const item of page) items.push(item.value);
  if (items.length === 0) return { notes: [{ code: "EMPTY", text: view.empty }] };
  const columns = withSortedColumn(
    chooseColumns(view, options.columns, "table"),
    view,
    options.sort,
    { unicode: options.look.unicode, chosen: options.columns !== undefined },
  );
  const { header, look } = options;
  const isBare = !header || (view.isListing === true && !sink.isTTY);
  const table = await renderTable(items.flatMap(view.rows), columns, { ...look, header, isBare });
  let totals = "";
  const lines = isBare ? [] : (view.totals?.(items) ?? []);
  for (const line of lines) totals += await renderTotals(line, look);
  await sink.write(totals === "" ? table.text : `${table.text}\n${totals}`);
  if (table.dropped.length === 0) return NOTHING_TO_SAY;
  return {
    notes: [
      {
        code: "COLUMNS_DROPPED",
        text: `left out at this width: ${table.dropped.join(", ")} (widen the terminal, or choose with --columns)`,
      },
    ],
  };
};
