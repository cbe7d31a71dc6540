import { findColumn } from "./choose-columns.js";
import type { Column, View } from "./column.js";
import type { Sort } from "./sort.js";

/**
 * Returns the columns with the sorted one marked: an arrow after its heading shows the direction, and
 * it is never dropped. A missing one is added at the end, unless the user chose the columns.
 * @throws {UnknownColumnError} when the view has no such column
 */
export function withSortedColumn<T, Row>(
  columns: readonly Column<Row>[],
  view: Pick<View<T, Row>, "columns">,
  sort: Sort | undefined,
  look: { readonly unicode: boolean; readonly chosen: boolean },
): readonly Column<Row>[] {
  if (sort === undefined) return columns;
  const { key } = findColumn(view, sort.key, "--sort");
  const shown = look.chosen || columns.some((column) => column.key === key);
  const all = shown ? columns : [...columns, findColumn(view, key, "--sort")];
  const arrow = arrowOf(sort, look.unicode);
  return all.map((column) =>
    column.key === key ? { ...column, header: `${column.header} ${arrow}`, priority: 0 } : column,
  );
}

function arrowOf({ descending }: Sort, unicode: boolean): string {
  if (unicode) return descending ? "↓" : "↑";
  return descending ? "v" : "^";
}
