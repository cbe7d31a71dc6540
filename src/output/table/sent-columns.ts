import type { Pages, Sourced } from "../formats/pages.js";
import { Several } from "../text/format.js";
import { findColumn, isColumn } from "./choose-columns.js";
import type { Column, View } from "./column.js";

/** A column that an option names. */
export interface NamedColumn {
  readonly name: string;
  readonly option: "--columns" | "--sort";
}

/** A list with a view that has all requested columns. */
interface Columned<T, Row> {
  readonly pages: Pages<T>;
  readonly view: View<T, Row>;
}

/**
 * Adds a column for each name that the view does not know and a record of the first page has as a
 * field, by its dotted path: the service may send fields that carry does not know.
 * @throws {UnknownColumnError} when no record of the first page has the field
 */
export async function withSentColumns<T, Row>(
  pages: Pages<T>,
  view: View<T, Row>,
  names: readonly NamedColumn[],
): Promise<Columned<T, Row>> {
  const { sent } = view;
  const unknown = names.filter(({ name }) => !isColumn(view, name));
  if (sent === undefined || unknown.length === 0) return { pages, view };
  const { first, all } = await peek(pages);
  const records = first.flatMap(({ value }) => view.rows(value).map(sent));
  for (const { name, option } of unknown) {
    const isSent = records.some((record) => fieldAt(record, name) !== undefined);
    if (!isSent) findColumn(view, name, option);
  }
  const added = new Set(unknown.map(({ name }) => name));
  const columns = [...view.columns, ...[...added].map((name) => sentColumn(name, sent))];
  return { pages: all, view: { ...view, columns } };
}

/** Returns the first page that has items, and all pages. */
async function peek<T>(
  pages: Pages<T>,
): Promise<{ readonly first: readonly Sourced<T>[]; readonly all: Pages<T> }> {
  const iterator = pages[Symbol.asyncIterator]();
  let step = await iterator.next();
  while (step.done !== true && step.value.length === 0) step = await iterator.next();
  const all = async function* () {
    try {
      for (; step.done !== true; step = await iterator.next()) yield step.value;
    } finally {
      await iterator.return?.();
    }
  };
  return { first: step.done === true ? [] : step.value, all: all() };
}

function sentColumn<Row>(name: string, sent: (row: Row) => unknown): Column<Row> {
  return {
    key: name,
    header: name,
    kind: "any",
    value(row) {
      const found = fieldAt(sent(row), name);
      return found instanceof Several && found.values.length === 1 ? found.values[0] : found;
    },
  };
}

/** Returns the field of a record at a dotted path; below an array, that of each element. */
function fieldAt(record: unknown, path: string): unknown {
  if (Array.isArray(record)) {
    const found = record.map((element) => fieldAt(element, path));
    return found.every((it) => it === undefined) ? undefined : new Several(found);
  }
  if (typeof record !== "object" || record === null) return undefined;
  if (Object.hasOwn(record, path)) return Reflect.get(record, path);
  for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) {
    const name = path.slice(0, dot);
    if (!Object.hasOwn(record, name)) continue;
    const found = fieldAt(Reflect.get(record, name), path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}
