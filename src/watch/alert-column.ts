import type { Column, View } from "../output/table/column.js";
import type { Alerts } from "./alerts.js";

/** What `--columns` calls the column that marks rows. */
export const ALERT_COLUMN = "alert";

/** Heading of columns that have a sign in some rows. */
export const SIGN_HEADING = "!";

/**
 * The view with a first column that has a sign in the rows for which the condition holds. By itself
 * it shows no other column of the same heading: what needs attention is said by the condition then.
 */
export function withAlertColumn<T, Row>(
  view: View<T, Row>,
  alerts: Alerts,
  idOf: (row: Row) => string,
): View<T, Row> {
  const column: Column<Row> = {
    key: ALERT_COLUMN,
    header: SIGN_HEADING,
    kind: "text",
    priority: 0,
    value: (row) => (alerts.has(idOf(row)) ? "!" : ""),
  };
  const others = view.defaults.table.filter(
    (key) => view.columns.find((it) => it.key === key)?.header !== SIGN_HEADING,
  );
  return {
    ...view,
    columns: [column, ...view.columns],
    defaults: { ...view.defaults, table: [ALERT_COLUMN, ...others] },
  };
}
