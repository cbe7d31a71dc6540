import { visible } from "../../base/safe-text.js";
import type { Look } from "../text/look.js";
import { createPainter } from "../text/paint.js";
import { type Ruler, rulerFor } from "../text/ruler.js";
import type { Column } from "./column.js";
import { type Pair, renderPairs } from "./detail.js";
import { fitColumns } from "./fit.js";
import { renderGrid } from "./grid.js";
import type { Mark } from "./mark.js";
import { createLegend } from "./mark.js";
import {
  type EmphasisOf,
  formatColumn,
  measureColumn,
  type SheetColumn,
  textsOf,
} from "./sheet.js";

export interface TableOptions extends Look {
  /** Whether headings are shown. */
  readonly header: boolean;
  /** Whether marks are left without their explanations below. */
  readonly isBare?: boolean;
}

interface TableExtras<Row> {
  readonly emphasis?: EmphasisOf<Row>;
  /** Keys of the columns shown before; others are left out, so that the set stays the same. */
  readonly steady?: readonly string[] | undefined;
}

export interface RenderedTable {
  /** Complete lines, none wider than the width. */
  readonly text: string;
  /** Headers of the columns for which there was no room. */
  readonly dropped: readonly string[];
  /** Keys of the columns that are shown. */
  readonly shown: readonly string[];
  /** The marks that the text explains. */
  readonly marks: readonly Mark[];
  /** Number of lines at the top for headings, and at the bottom for the marks' explanations. */
  readonly lines: { readonly headings: number; readonly marks: number };
}

/**
 * Draws rows as a table that fits the width: ids are shortened first, then texts cut, then columns
 * dropped, then texts wrapped. If that is still too wide, each row becomes lines of heading and
 * value.
 */
export async function renderTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  options: TableOptions & TableExtras<Row>,
): Promise<RenderedTable> {
  const sheet = columns.map((column) => formatColumn(column, rows, options, options.emphasis));
  const ruler = await rulerFor(textsOf(sheet));
  const paint = await createPainter(options.color);
  const measured = sheet.map((column) => measureColumn(column, ruler));
  const ellipsis = options.unicode ? "…" : "...";
  const fit = { ruler, ellipsis, limit: options.width, steady: options.steady };
  const { columns: kept, widths, dropped } = fitColumns(measured, fit);
  const legend = createLegend();
  for (const column of kept) legend.add(column.marks);
  const marks = legend.all();
  const body =
    widths === undefined
      ? rows
          .map((_, row) => renderPairs(pairsOf(kept, row), options.width, ruler, paint))
          .join("\n")
      : renderGrid({ columns: kept, widths, rows: rows.length }, options, ruler, paint);
  const explained = options.isBare === true ? [] : explain(marks, options.width, ruler);
  return {
    text: body + explained.join(""),
    dropped,
    shown: kept.map(({ key }) => key),
    marks,
    lines: {
      headings: widths === undefined ? 0 : headingLines(kept, widths, options, ruler),
      marks: explained.length,
    },
  };
}

function pairsOf(columns: readonly SheetColumn[], row: number): Pair[] {
  return columns.map(({ header, cells }) => {
    const { text = "", mark = "", tone = "plain" } = cells[row] ?? {};
    return { label: header, text: text + mark, tone };
  });
}

function explain(marks: readonly Mark[], width: number | undefined, ruler: Ruler): string[] {
  return marks
    .flatMap(({ sign, meaning }) => ruler.wrap(`${sign} ${visible(meaning)}`, width ?? Infinity))
    .map((line) => `${line.trimEnd()}\n`);
}

/** Returns the number of lines of the headings, which may be wrapped, with the rule below. */
function headingLines(
  columns: readonly SheetColumn[],
  widths: readonly number[],
  { header, width }: TableOptions,
  ruler: Ruler,
): number {
  if (!header) return 0;
  if (width === undefined) return 2;
  const heights = columns.map((column, at) => ruler.wrap(column.header, widths[at] ?? 0).length);
  return Math.max(1, ...heights) + 1;
}
