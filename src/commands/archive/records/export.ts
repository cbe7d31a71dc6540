import { type AnyRow, TABLES, type Table, type TableName } from "../../../archive/tables.js";
import { type Fields, own } from "../../../output/record.js";
import type { View } from "../../../output/table/column.js";

const TYPES = { integer: "integer", small: "integer", time: "moment", text: "text" } as const;

/** Returns the fields of a row of a table: times as ISO 8601, decimals as sent. */
export function exportFields(name: TableName): Fields<AnyRow> {
  return Object.entries((TABLES[name] as Table).columns).map(([key, { kind, nullable, about }]) =>
    own(key, nullable ? `${TYPES[kind]}|null` : TYPES[kind], about),
  );
}

/** View of the json of rows of a table. */
export function exportView(fields: Fields<AnyRow>): View<Record<string, unknown>> {
  const keys = fields.map(({ name }) => name);
  return {
    rows: (row) => [row],
    columns: fields.map(({ name: key, kind = "any" }) => ({
      ...{ key, header: key, kind },
      value: (row) => row[key],
    })),
    defaults: { table: keys, csv: keys },
    empty: "The table is empty.",
  };
}
