import { alignDecimals, isNumberText } from "./align.js";
import type { Column, Kind, Mark } from "./column.js";
import { formatCell } from "./format.js";
import type { Look } from "./look.js";
import { textWidth } from "./measure.js";
import { type Tone, toneOf } from "./paint.js";
import { visible } from "./safe-text.js";

/** A cell of a table before it is laid out. */
export interface SheetCell {
  readonly text: string;
  /** The sign behind the text; empty when there is none. */
  readonly mark: string;
  readonly tone: Tone;
}

/** A column of a table before it is laid out. */
export interface SheetColumn {
  readonly header: string;
  readonly kind: Kind;
  readonly priority: number;
  readonly alignRight: boolean;
  readonly cells: readonly SheetCell[];
  /** Text and mark of each cell, with decimal points aligned. */
  readonly texts: readonly string[];
  readonly marks: readonly Mark[];
  /** Columns of the terminal that the header and the texts need. */
  readonly width: number;
}

const NUMBERS: ReadonlySet<Kind> = new Set<Kind>([
  "integer",
  "quantity",
  "price",
  "usd",
  "percent",
  "rate",
  "age",
]);

/** Formats one column of all rows. */
export function prepareColumn<Row>(
  column: Column<Row>,
  rows: readonly Row[],
  look: Look,
): SheetColumn {
  const marks = new Map<string, Mark>();
  const cells = rows.map((row): SheetCell => {
    const value = column.value(row);
    const text = formatCell(column.kind, value, look, column.signed);
    const mark = column.mark?.(row);
    if (mark !== undefined) marks.set(`${mark.sign} ${mark.meaning}`, mark);
    return { text, mark: mark?.sign ?? "", tone: toneOf(value, text, column.signed) };
  });
  return measured({
    header: visible(column.header),
    kind: column.kind,
    priority: column.priority ?? 0,
    alignRight: NUMBERS.has(column.kind) || (column.kind === "any" && areNumbers(cells)),
    cells,
    marks: [...marks.values()],
  });
}

/** The column with other cells in it. */
export function withCells(column: SheetColumn, cells: readonly SheetCell[]): SheetColumn {
  return measured({ ...column, cells });
}

function measured(column: Omit<SheetColumn, "texts" | "width">): SheetColumn {
  const texts = column.alignRight
    ? alignDecimals(column.cells)
    : column.cells.map(({ text, mark }) => text + mark);
  const widest = texts.reduce((width, text) => Math.max(width, textWidth(text)), 1);
  return { ...column, texts, width: Math.max(widest, textWidth(column.header)) };
}

/** What the service does not describe is a number when every value there is one. */
function areNumbers(cells: readonly SheetCell[]): boolean {
  return cells.every(({ text, tone }) => tone === "absent" || isNumberText(text));
}
