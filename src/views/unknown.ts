import type { Column, Kind, View } from "../output/column.js";
import { pairsSection } from "../output/page.js";

/** Fields that are documented somewhere in the interface look alike wherever they come up. */
const DOCUMENTED_KINDS: Readonly<Record<string, Kind>> = {
  funding_time: "time",
  funding_rate: "rate",
  mark_price: "price",
};

type Row = Readonly<Record<string, unknown>>;

/**
 * How records look whose fields are not documented: a column for each field that any of them has,
 * in the order first seen, nested ones by dotted path. Values are shown as sent.
 */
export function unknownView(
  items: readonly unknown[],
  options: { readonly empty: string; readonly formatted?: boolean },
): View<unknown, Row> {
  const keys = new Set<string>();
  const rows = items.map(flatten);
  for (const row of rows) for (const key of Object.keys(row)) keys.add(key);
  const columns = [...keys].map((key, index) => column(key, index, options.formatted === true));
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
  };
}

function column(key: string, index: number, formatted: boolean): Column<Row> {
  const kind = formatted ? (DOCUMENTED_KINDS[key] ?? "any") : "any";
  return {
    key,
    header: key,
    kind,
    signed: kind === "rate",
    priority: index,
    value: (row) => (Object.hasOwn(row, key) ? row[key] : undefined),
  };
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
