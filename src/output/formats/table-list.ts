import type { Sink } from "../../terminal/io.js";
import { chooseColumns } from "../table/choose-columns.js";
import type { Total, View } from "../table/column.js";
import { textSection } from "../table/page.js";
import { withSortedColumn } from "../table/sorted-column.js";
import { renderTable } from "../table/table.js";
import { renderTotals } from "../table/total-line.js";
import type { Look } from "../text/look.js";
import { NOTHING_TO_SAY, type OutputOptions, type Writer } from "./format.js";
import type { Pages } from "./pages.js";

/**
 * Writes a list as a table when it is complete, with explanations of its marks and its totals below; without
 * them for --no-header, and for a listing in a pipe.
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
  const { rank } = view;
  if (rank !== undefined && options.sort === undefined) items.sort((a, b) => rank(a) - rank(b));
  const { header, wide } = options;
  const look = wide ? { ...options.look, width: undefined } : options.look;
  const columns = withSortedColumn(
    chooseColumns(view, options.columns, wide ? "wide" : "table"),
    view,
    options.sort,
    { unicode: look.unicode, chosen: options.columns !== undefined },
  );
  const isBare = !header || (view.isListing === true && !sink.isTTY);
  const table = await renderTable(items.flatMap(view.rows), columns, {
    ...look,
    header,
    isBare,
    ...(view.isPast !== undefined && {
      emphasis: (row: Row) => (view.isPast?.(row) === true ? "past" : undefined),
    }),
  });
  const lines = async (groups: readonly (readonly Total[])[] = []) => {
    const texts = [];
    for (const line of groups) texts.push(await renderTotals(line, look));
    return texts.join("");
  };
  const whole = async () => {
    const totals = await lines(view.totals?.(items));
    const notes = await footnotesOf(view.footnotes?.(items), look);
    const isMarked = table.marks.length > 0 && totals === ""; // the notes follow the marks
    const parts = isMarked ? [table.text + notes] : [table.text, totals + notes];
    return [await lines(view.lead?.(items)), ...parts].filter((it) => it !== "").join("\n");
  };
  await sink.write(isBare ? table.text : await whole());
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

async function footnotesOf(notes: readonly string[] = [], look: Look): Promise<string> {
  const lines = await Promise.all(notes.map((it) => textSection(it, "label").render(look)));
  return lines.join("");
}
