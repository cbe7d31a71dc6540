import { isRecord } from "../../base/collections.js";
import { Digits } from "../../base/json-text.js";
import type { Column, View } from "../../output/table/column.js";
import { notesSection, pairsSection } from "../../output/table/page.js";
import type { Kind } from "../../output/text/kind.js";
import { handleColumns, knownLook } from "./listed-columns.js";
import { type FieldRank, rankFields } from "./rank-fields.js";

/** Formats of fields that are documented elsewhere in the interface. */
const DOCUMENTED_KINDS: ReadonlyMap<string, Kind> = new Map([
  ["funding_time", "time"],
  ["funding_rate", "rate"],
  ["mark_price", "price"],
]);

type Row = Readonly<Record<string, unknown>>;

/** View of undocumented records. */
export interface UnknownView extends View<unknown, Row> {
  /** Number of fields without a column, beyond the maximum. */
  readonly leftOut: number;
}

/** Maximum number of columns; records that map names to values may have any number of fields. */
const MOST_COLUMNS = 500;
/** Limit for records with few common fields, whose table would be mostly empty. */
const MOST_CELLS = 1_000_000;

/**
 * Returns a view of undocumented records: a column for each field of any record, in the order of first
 * appearance, nested ones by dotted path. Values are shown as sent.
 * @param options.formatted true to format fields documented elsewhere as there, and to drop columns
 *   from the last
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
  return {
    rows: (item) => [flatten(item)],
    columns,
    defaults: { table: shown, csv: shown },
    page: (item) => {
      const row = flatten(item);
      const pairs = columns.map(({ key, kind, value }) => ({
        label: key,
        kind,
        value: value(row),
      }));
      return [pairsSection(pairs)];
    },
    empty: options.empty,
    leftOut: keys.size - shown.length,
  };
}

/**
 * Returns a view of the records of a public listing: the handles of their markets first, which are never
 * dropped, and fields of a known unit with it; others as sent.
 */
export function listingView(items: readonly unknown[], empty: string): UnknownView {
  const view = unknownView(items, { empty });
  const { csv } = view.defaults;
  const handles = handleColumns(items, csv);
  const columns = view.columns.map((it): Column<Row> => {
    const values = () => items.map((item) => it.value(flatten(item))).filter((one) => one != null);
    const priority = (it.priority ?? 0) + handles.columns.length;
    return { ...it, priority, ...knownLook(it.key, values) };
  });
  const keys = handles.columns.map(({ key }) => key);
  const more = csv.filter((key) => !keys.includes(key));
  return {
    ...view,
    rows: (item) => [{ ...flatten(item), ...handles.of(item) }],
    columns: [...handles.columns, ...columns],
    defaults: {
      csv,
      wide: [...keys, ...more],
      table: [...keys, ...more.filter((key) => !handles.has(key))],
    },
    foot: () => notesSection(columns.some(({ kind }) => UNITS.has(kind)) ? [AS_LISTED] : []),
  };
}

/** Kinds of values whose unit is that of a documented field of the same name. */
const UNITS: ReadonlySet<Kind> = new Set<Kind>(["rate", "percent"]);
const AS_LISTED = "as listed, undocumented: rate and spread taken as fractions, APR as % a year";

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

/** Flattens `{a: {b: 1}}` to `{"a.b": 1}`; keeps arrays; a non-object becomes the field `value`. */
function flatten(item: unknown): Row {
  if (!isRecord(item)) return { value: item };
  const flat: Record<string, unknown> = Object.create(null);
  const visit = (value: Row, prefix: string) => {
    for (const [name, inner] of Object.entries(value)) {
      const key = prefix + name;
      const isObject = isRecord(inner) && !(inner instanceof Digits);
      if (isObject && Object.keys(inner).length > 0) visit(inner, `${key}.`);
      else flat[key] = inner;
    }
  };
  visit(item, "");
  return flat;
}
