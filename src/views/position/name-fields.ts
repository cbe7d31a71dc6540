import { createHandles, type Handles } from "../../base/names/handle.js";
import { type Field, shown } from "../../output/record.js";
import type { Column } from "../../output/table/column.js";
import type { PositionRow } from "./position-row.js";
import { handleColumn } from "./positions.js";

/** Names of the positions of a table, before anything is fetched. */
const NO_HANDLES: Handles = createHandles(false);

/** Returns the column of the name of each row's position, which is never dropped nor left blank. */
export function handleField<T extends Pick<PositionRow, "position">>(
  handles: Handles = NO_HANDLES,
  tone?: Column<T>["tone"],
): Field<T> {
  const { blank: _, ...column } = handleColumn(handles);
  return shown({ ...column, ...(tone && { tone }) });
}

/** Returns the column of the full id, with `--wide` alone. */
export function idField<T extends Pick<PositionRow, "position">>(): Field<T> {
  return onlyWide(
    shown({
      ...{ key: "position_id", header: "id", kind: "id", priority: 9 },
      value: ({ position }) => position.position_id,
    }),
  );
}

/** Returns a field whose columns a table has only with `--wide`. */
function onlyWide<T>(field: Field<T>): Field<T> {
  return { ...field, columns: field.columns.map((it) => ({ ...it, isWide: true })) };
}
