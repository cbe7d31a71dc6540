import type { Sink } from "../../terminal/io.js";
import type { Column } from "../table/column.js";
import type { Pages } from "./pages.js";

/** Rows for programs, and which of their columns. */
export interface RowTable<T, Row> {
  /** The rows of one item. */
  readonly rows: (item: T) => readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Whether the first row is that of the columns' keys. */
  readonly header: boolean;
}

/** How a format of rows writes a value, and a line of them. */
export interface RowStyle {
  readonly cell: (value: unknown) => string;
  readonly line: (cells: readonly string[]) => string;
}

/**
 * Writes rows with raw values, one write a page; the header comes with the first page.
 * @throws whatever the pages throw; the rows already written stand
 */
export async function writeRows<T, Row>(
  pages: Pages<T>,
  { rows, columns, header }: RowTable<T, Row>,
  style: RowStyle,
  sink: Sink,
): Promise<void> {
  const record = recordOf(columns, style);
  const isHeaded = header && columns.length > 0; // records of unknown fields may all be missing
  let lines = isHeaded ? style.line(columns.map(({ key }) => style.cell(key))) : "";
  for await (const page of pages) {
    for (const { value } of page) {
      for (const row of rows(value)) lines += record(row);
    }
    if (lines !== "") await sink.write(lines);
    lines = "";
  }
  if (lines !== "") await sink.write(lines);
}

/**
 * Writes a row. The legs of a position repeat its own columns, so a cell with the value of the one
 * above keeps its text.
 */
function recordOf<Row>(
  columns: readonly Column<Row>[],
  { cell, line }: RowStyle,
): (row: Row) => string {
  const values: unknown[] = columns.map(() => undefined);
  const cells = columns.map(() => "");
  return (row) => {
    columns.forEach((column, index) => {
      const value = column.value(row);
      if (value === values[index]) return;
      values[index] = value;
      cells[index] = cell(value);
    });
    return line(cells);
  };
}
