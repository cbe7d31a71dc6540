import type { FileMetaData, SchemaElement } from "hyparquet";
import type { ColumnSpec, Table } from "../tables.js";

/** Version of the layout, in each file and in carry-archive.json. */
export const FORMAT = 1;

/** Begins what a file of carry says of its writer. */
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
 * Describes why a file is not of a table, as the end of "it …"; undefined when it is. Columns of a
 * newer carry are no fault, nor is a missing one that may be null.
 */
export function misfitOf({ schema }: FileMetaData, table: Table): string | undefined {
  const found = new Map(schema.slice(1).map((element) => [element.name, element]));
  for (const [name, spec] of Object.entries(table.columns)) {
    const element = found.get(name);
    if (element === undefined) {
      if (spec.nullable) continue;
      return `has no column ${name}`;
    }
    const wanted = elementOf(name, spec);
    const isText = spec.kind === "text" && element.type === "BYTE_ARRAY";
    const isLike = element.type === wanted.type && typeOf(element) === typeOf(wanted);
    if (!isText && !isLike) return `has another type of column ${name}`;
    if (!spec.nullable && element.repetition_type !== "REQUIRED") {
      return `has a column ${name} in which values may be missing`;
    }
  }
  return undefined;
}

/** Returns what values stand for, however an element says it. */
function typeOf({ converted_type: converted, logical_type: logical }: SchemaElement): string {
  if (logical?.type === "TIMESTAMP") return `TIMESTAMP_${logical.unit}`;
  return converted === undefined || /^INT_/.test(converted) ? "" : converted;
}

/**
 * Returns the metadata with times as plain integers, which are decoded many times faster than Date
 * objects.
 */
export function withPlainTimes(metadata: FileMetaData): FileMetaData {
  const schema = metadata.schema.map((element) => {
    if (element.type !== "INT64") return element;
    const { converted_type: _, logical_type: __, ...plain } = element;
    return plain;
  });
  return { ...metadata, schema };
}
