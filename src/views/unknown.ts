import type { Column, View } from "../output/table/column.js";
import { pairsSection } from "../output/table/page.js";
import type { Kind } from "../output/text/kind.js";
import { type FieldRank, rankFields } from "./rank-fields.js";

/** Fields that are documented somewhere in the interface look alike wherever they come up. */
const DOCUMENTED_KINDS: ReadonlyMap<string, Kind> = new Map([
  ["funding_time", "time"],
  ["funding_rate", "rate"],
  ["mark_price", "price"],
]);

type Row = Readonly<Record<string, unknown>>;

/** A view of records that nobody has described. */
export interface UnknownView extends View<unknown, Row> {
  /** How many fields have no column, since there would be too many. */
  readonly leftOut: number;
}

/** Nobody reads a table of more columns; records that map names to values may have any number. */
const MOST_COLUMNS = 500;
/** Records that have no field in common would make a table of mostly empty cells. */
const MOST_CELLS = 1_000_000;

/**
 * How records look whose fields are not documented: a column for each field that any of them has,
 * in the order first seen, nested ones by dotted path. Values are shown as sent.
 * @param options.formatted fields documented elsewhere are shown as there, and dropped from the last
 */
export function unknownView(
  items: readonly unknown[],
  options: { readonly empty: string; readonly formatted?: boolean },
): UnknownView {
  const keys = new Set<string>();
  const rows = items.map(flatten);
  for (const row of rows) for (const key of Object.keys(row)) keys.add(key);
  const most = Math.max(1, Math.min(MOST_COLUMNS, Math.floor(MOST_CELLS / items.length)));
  const shown = [...keys].slice(0, most);
  const valuesOf = (key: string) => rows.map((row) => fieldOf(row, key)).filter((it) => it != null);
  const ranks = rankFields(shown, valuesOf);
  const columns =
    options.formatted === true
      ? shown.map((key, priority) => column(key, DOCUMENTED_KINDS.get(key) ?? "any", { priority }))
      : shown.map((key) => column(key, "any", ranks.get(key)));
  const all = columns.map((it) => it.key);
  return {
    rows: (item) => [flatten(item)],
    columns,
    defaults: { table: all, csv: all },
    page: (item) => {
      const row = flatten(item);
      const pairs = columns.map(({ header, kind, value }) => ({
        label: header,
        kind,
        value: value(row),
      }));
      return [pairsSection(pairs)];
    },
    empty: options.empty,
    leftOut: keys.size - shown.length,
  };
}

function column(key: string, kind: Kind, rank: Partial<FieldRank> = {}): Column<Row> {
  const { priority, group } = rank;
  return {
    key,
    header: key,
    kind,
    signed: kind === "rate",
    ...(priority !== undefined && { priority }),
    ...(group !== undefined && { group }),
    value: (row) => fieldOf(row, key),
  };
}

function fieldOf(row: Row, key: string): unknown {
  return Object.hasOwn(row, key) ? row[key] : undefined;
}

/** `{a: {b: 1}}` as `{"a.b": 1}`; arrays stay whole, and what is no object is one field, `value`. */
function flatten(item: unknown): Row {
  if (!isObject(item)) return { value: item };
  const flat: Record<string, unknown> = Object.create(null);
  const visit = (value: Row, prefix: string) => {
    for (const [name, inner] of Object.entries(value)) {
      const key = prefix + name;
      if (isObject(inner) && Object.keys(inner).length > 0) visit(inner, `${key}.`);
      else flat[key] = inner;
    }
  };
  visit(item, "");
  return flat;
}

function isObject(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
