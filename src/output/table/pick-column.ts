import type { Column } from "./column.js";

/** Returns the column with a key. @throws {RangeError} when none has it, which is a defect of the view */
export function pickColumn<Row>(columns: readonly Column<Row>[], key: string): Column<Row> {
  const column = columns.find((it) => it.key === key);
  if (column === undefined) throw new RangeError(`no column has the key ${key}`);
  return column;
}
