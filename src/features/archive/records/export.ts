import {
  type AnyRow,
  type ColumnKind,
  TABLES,
  type Table,
  type TableName,
} from "../../../archive/tables.js";
import { isoTime } from "../../../base/time/iso-time.js";
import { type Fields, own } from "../../../output/record.js";
import type { View } from "../../../output/table/column.js";
import type { Kind } from "../../../output/text/kind.js";

/** A row of the archive as it is exported: times as ISO 8601, decimals as sent. */
export type ExportedRow = Readonly<Record<string, number | string | null>>;

const KINDS: Readonly<Record<ColumnKind, Kind>> = {
  integer: "any",
  small: "integer",
  time: "time",
  text: "text",
};

/** Returns a row with its times as texts. */
export function exportedRow(name: TableName, row: AnyRow): ExportedRow {
  const entries = Object.entries((TABLES[name] as Table).columns).map(([column, { kind }]) => {
    const value = row[column] ?? null;
    const isTime = kind === "time" && typeof value === "number";
    return [column, isTime ? isoTime(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

const TYPES = { integer: "integer", small: "integer", time: "time", text: "text" } as const;

/** Returns the fields of a row, for its JSON Schema. */
export function exportFields(name: TableName): Fields<ExportedRow> {
  return Object.entries((TABLES[name] as Table).columns).map(([key, { kind, nullable, about }]) =>
    own(key, nullable ? `${TYPES[kind]}|null` : TYPES[kind], about),
  );
}

/** View of the rows of a table. */
export function exportView(name: TableName): View<ExportedRow> {
  const columns = Object.entries((TABLES[name] as Table).columns).map(([key, { kind }]) => ({
    key,
    header: key,
    kind: KINDS[kind],
    value: (row: ExportedRow) => row[key],
  }));
  const keys = columns.map(({ key }) => key);
  return {
    rows: (row) => [row],
    columns,
    defaults: { table: keys, csv: keys },
    empty: "The table is empty.",
  };
}
