import type { Column, View } from "../../output/table/column.js";
import type { Alerts } from "../alerts.js";

/** Key in `--columns` of the column that marks rows. */
export const ALERT_COLUMN = "alert";

/** Heading of columns that mark some rows. */
export const SIGN_HEADING = "!";

/**
 * Returns a view with a first column that marks the rows for which the condition holds. It replaces
 * other columns with the same heading in the view's own table, such as that of `status`.
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
