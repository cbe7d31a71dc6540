import { createHandles, type Handles } from "../../base/names/handle.js";
import { type Field, shown } from "../../output/record.js";
import type { Column } from "../../output/table/column.js";
import { picked } from "../row-fields.js";
import { createPairColumn } from "./pair.js";
import type { PositionRow } from "./position-row.js";
import { handleColumn, positionColumns } from "./positions.js";

/** Names of the positions of a table, before anything is fetched. */
export const NO_HANDLES: Handles = createHandles(false);

/** Returns the column of the name of each row's position, which is never dropped nor left blank. */
export function handleField<T extends PositionRow>(
  handles: Handles = NO_HANDLES,
  tone?: Column<T>["tone"],
): Field<T> {
  const { blank: _, ...column } = handleColumn(handles);
  return shown({ ...column, ...(tone && { tone }) });
}

/** Returns the column of the exchanges of both sides, shortened where there is little room. */
export function pairField<T extends PositionRow>(rows: readonly T[] = []): Field<T> {
  const { add, column } = createPairColumn();
  for (const { legs } of rows) add(legs);
  const { blank: _, ...rest } = column;
  return shown(rest);
}

/** Returns the column of the full id, with `--wide` alone. */
export function idField<T extends PositionRow>(): Field<T> {
  const [id] = picked<T>(positionColumns, ["position_id", 9]);
  return {
    ...(id as Field<T>),
    columns: (id as Field<T>).columns.map((it) => ({ ...it, isWide: true })),
  };
}
