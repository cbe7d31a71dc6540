import type { FileMetaData, SchemaElement } from "hyparquet";
import type { ColumnSpec, Table } from "../tables.js";

/** Version of the layout, in each file and in carry-archive.json; earlier ones are read. */
export const FORMAT = 2;

/** First word of `created_by` in a file of carry. */
export const WRITER = "carry-cli";

/** Returns the Parquet schema of a table. */
export function schemaOf(table: Table): SchemaElement[] {
  const columns = Object.entries(table.columns);
  return [
    { name: "root", num_children: columns.length },
    ...columns.map(([name, spec]) => elementOf(name, spec)),
  ];
}

function elementOf(name: string, { kind, nullable }: ColumnSpec): SchemaElement {
  const shared = { name, repetition_type: nullable ? "OPTIONAL" : "REQUIRED" } as const;
  switch (kind) {
    case "integer":
      return { ...shared, type: "INT64" };
    case "small":
      return { ...shared, type: "INT32" };
    case "time":
      return {
        ...shared,
        type: "INT64",
        converted_type: "TIMESTAMP_MILLIS",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
      };
    case "text":
      return {
        ...shared,
        type: "BYTE_ARRAY",
        converted_type: "UTF8",
        logical_type: { type: "STRING" },
      };
  }
}

/**
 * Describes why a file is not of a table, as the end of "it …"; undefined when it is. A file may have more
 * columns (of a newer carry), or lack some that may be null (of an older one), but not both.
 */
export function misfitOf({ schema }: FileMetaData, table: Table): string | undefined {
  const [root, ...elements] = schema;
  if (root?.num_children !== elements.length) return "has nested columns";
  const found = new Map(elements.map((element) => [element.name, element]));
  if (found.size < elements.length) return "has several columns of a name";
  const hasOthers = elements.some(({ name }) => !Object.hasOwn(table.columns, name));
  for (const [name, spec] of Object.entries(table.columns)) {
    const element = found.get(name);
    if (element === undefined) {
      if (spec.nullable && !hasOthers) continue;
      return `has no column ${name}`;
    }
    const wanted = elementOf(name, spec);
    if (element.type !== wanted.type || !isLike(element, spec)) {
      return `has another type of column ${name}`;
    }
    const { repetition_type: repetition } = element;
    if (repetition !== "REQUIRED" && repetition !== "OPTIONAL")
      return `has lists in column ${name}`;
    if (!spec.nullable && repetition !== "REQUIRED") {
      return `has a column ${name} in which values may be missing`;
    }
  }
  return undefined;
}

/** Annotations that a column of a kind may have. */
const MEANINGS: Readonly<Record<ColumnSpec["kind"], RegExp>> = {
  integer: /^INT(_\d+|EGER)$/,
  small: /^INT(_\d+|EGER)$/,
  time: /^TIMESTAMP(_MILLIS)?$/,
  text: /^(UTF8|STRING|JSON|ENUM)$/,
};

function isLike({ converted_type, logical_type }: SchemaElement, { kind }: ColumnSpec): boolean {
  if (logical_type?.type === "INTEGER" && !logical_type.isSigned) return false;
  if (logical_type?.type === "TIMESTAMP" && logical_type.unit !== "MILLIS") return false;
  const said = [converted_type, logical_type?.type].filter((it) => it !== undefined);
  if (kind === "time" && said.length === 0) return false;
  return said.every((it) => MEANINGS[kind].test(it));
}
