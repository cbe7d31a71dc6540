import type { Measure } from "../analytics/measure.js";
import type { Column } from "../output/table/column.js";
import type { Kind } from "../output/text/kind.js";
import { measureJson } from "./measure-json.js";

/** What a figure rests on, by the names of its json. */
type Detail = Exclude<keyof ReturnType<typeof measureJson>, "value" | "unit">;

const KINDS: Readonly<Record<Detail, Kind>> = {
  as_of: "time",
  counted: "integer",
  of: "integer",
  covered_hours: "any",
  wanted_hours: "any",
  unknown: "text",
  stale: "any",
  age_unknown: "any",
  about: "any",
};

/**
 * Returns columns of what a figure rests on, such as `pays_counted`: csv has them beside the figure,
 * where a table has marks and notes.
 * @param column key and heading of the column of the figure
 */
export function detailColumns<Row>(
  { key, header }: Pick<Column<Row>, "key" | "header">,
  figureOf: (row: Row) => Measure,
  details: readonly Detail[],
): Column<Row>[] {
  return details.map((detail) => ({
    key: `${key}_${detail}`,
    header: `${header} ${detail.replace("_", " ")}`,
    kind: KINDS[detail],
    priority: 9,
    value: (row) => measureJson(figureOf(row))[detail],
  }));
}
