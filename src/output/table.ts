import type { Column, Mark } from "./column.js";
import { renderPairs } from "./detail.js";
import { fitColumns } from "./fit.js";
import { renderGrid } from "./grid.js";
import type { Look } from "./look.js";
import { wrapText } from "./measure.js";
import { visible } from "./safe-text.js";
import { prepareColumn, type SheetCell, type SheetColumn } from "./sheet.js";

export interface TableOptions extends Look {
  /** Whether headings are shown. */
  readonly header: boolean;
}

export interface RenderedTable {
  /** Whole lines, none wider than the width. */
  readonly text: string;
  /** Headers of the columns for which there was no room. */
  readonly dropped: readonly string[];
  /** The marks that the text explains. */
  readonly marks: readonly Mark[];
}

/**
 * Draws rows as a table that fits the width: ids are shortened first, then columns dropped, then
 * texts wrapped; when even that is too wide each row becomes lines of heading and value.
 */
export function renderTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  options: TableOptions,
): RenderedTable {
  const sheet = columns.map((column) => prepareColumn(column, rows, options));
  const fitted = fitColumns(sheet, options.width);
  const marks = distinctMarks(fitted.columns);
  const body =
    fitted.widths === undefined
      ? renderStacked(fitted.columns, rows.length, options)
      : renderGrid({ columns: fitted.columns, widths: fitted.widths, rows: rows.length }, options);
  return { text: body + explain(marks, options.width), dropped: fitted.dropped, marks };
}

/** Every row as lines of heading and value, with an empty line between rows. */
function renderStacked(columns: readonly SheetColumn[], rows: number, look: Look): string {
  const blocks = Array.from({ length: rows }, (_, row) => {
    const pairs = columns.map(({ header, cells }) => {
      const { text, mark, tone } = cells[row] ?? NO_CELL;
      return { label: header, text: text + mark, tone };
    });
    return renderPairs(pairs, look);
  });
  return blocks.join("\n");
}

const NO_CELL: SheetCell = { text: "", mark: "", tone: "plain" };

function distinctMarks(columns: readonly SheetColumn[]): Mark[] {
  const marks = columns.flatMap((column) => column.marks);
  return [...new Map(marks.map((mark) => [`${mark.sign} ${mark.meaning}`, mark])).values()];
}

function explain(marks: readonly Mark[], width: number | undefined): string {
  return marks
    .flatMap(({ sign, meaning }) => wrapText(`${sign} ${visible(meaning)}`, width ?? Infinity))
    .map((line) => `${line}\n`)
    .join("");
}
