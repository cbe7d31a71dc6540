import { type Declared, isFigure, type Need } from "../../figures/figure.js";
import type { OutputOptions } from "../../output/formats/format.js";
import { type Look, type Shown, viewOf } from "../../output/record.js";
import {
  chooseColumns,
  findColumn,
  isColumn,
  sortByColumn,
} from "../../output/table/choose-columns.js";
import type { View } from "../../output/table/column.js";
import type { Context } from "../context.js";
import { type Computed, printComputed, printerOf } from "../print.js";
import { type answerOf, type Data, dataFields, fieldOf, type RowData } from "./figure-field.js";

/** A column of a screen's table, and what has to be fetched for it. */
export interface TableColumn<S> extends Shown<S> {
  readonly needs?: readonly Need[];
}

/** Returns a declaration as a column of a table. @param look changes of its appearance */
export function column<S>(it: Declared<S>, look: Partial<Look<S>> = {}): TableColumn<S> {
  const [own] = fieldOf(it, look).columns;
  const { isExtra: _, ...shown } = own as Shown<S>;
  return { priority: 0, ...shown, needs: it.spec.needs ?? [] };
}

/** What a screen shows of its rows. */
export interface Table<S> extends RowData<S> {
  /** Everything that `--columns` and `--sort` can name. */
  readonly catalog: readonly Declared<S>[];
  /** Columns of a table, in order. */
  readonly columns: readonly TableColumn<S>[];
  /** Note where there are no rows. */
  readonly empty: string;
}

/** What the output options name, and what has to be fetched for it. */
export interface Chosen<S> {
  /** Named declarations; undefined where none are named. */
  readonly declared: readonly Declared<S>[] | undefined;
  /** What has to be fetched for all that is shown. */
  readonly needs: ReadonlySet<Need>;
}

/** Returns the view of a table. @param chosen declarations that data have instead of those of the table */
export function tableView<S>(
  table: Table<S>,
  rest: Pick<View<S>, "head" | "foot" | "page"> = {},
  chosen?: readonly Declared<S>[],
): View<S> {
  const data = viewOf(dataFields(table, chosen), { empty: table.empty });
  const keys = new Set(table.columns.map(({ key }) => key));
  const others = table.catalog
    .filter(({ id }) => !keys.has(id))
    .flatMap((it) => fieldOf(it).columns);
  const known = new Set([...keys, ...others.map(({ key }) => key)]);
  const columns = [
    ...table.columns.map((it) => ({ ...it, raw: rawOf(table, it) })),
    ...others,
    ...data.columns.filter(({ key }) => !known.has(key)),
  ];
  return {
    ...rest,
    rows: (row) => [row],
    columns,
    defaults: { table: table.columns.map(({ key }) => key), csv: data.defaults.csv },
    empty: table.empty,
  };
}

/** Returns the value that programs and sorting see of a column that a table shows otherwise. */
function rawOf<S>({ catalog }: Table<S>, { key, value }: TableColumn<S>): TableColumn<S>["value"] {
  const declared = catalog.find(({ id }) => id === key);
  const [own] = declared === undefined ? [] : fieldOf(declared).columns;
  return own?.value ?? value;
}

/**
 * Returns what `--columns` and `--sort` name, and what has to be fetched for what is shown; checks names and
 * the query before anything is fetched.
 * @throws {UnknownColumnError} for a name that the table does not have
 */
export async function chosenIn<S>(
  context: Context,
  table: Table<S>,
): Promise<Chosen<S> & { readonly output: OutputOptions }> {
  const view = tableView(table);
  await checkScreen(context, view);
  const output = await context.outputOptions();
  const { columns, sort, format, query } = output;
  const named = columns === undefined ? undefined : chooseColumns(view, columns, "table");
  const sorted = sort === undefined ? [] : [findColumn(view, sort.key, "--sort")];
  const byId = new Map(table.catalog.map((it) => [it.id, it]));
  const declaredOf = (keys: readonly { readonly key: string }[]) =>
    keys.flatMap(({ key }) => byId.get(key) ?? byId.get(key.split(".")[0] ?? "") ?? []);
  const isScreen = format.isLaidOut && query === undefined;
  const isNamed = ({ key }: TableColumn<S>) => named?.some((it) => it.key === key) !== false;
  const shown = named === undefined ? table.figures : declaredOf(named);
  const needs = [
    ...(isScreen ? table.columns.filter(isNamed) : []),
    ...(isScreen && named === undefined ? [] : shown.map(({ spec }) => spec)),
    ...declaredOf(sorted).map(({ spec }) => spec),
  ];
  return {
    output,
    declared: named && declaredOf([...named, ...sorted]),
    needs: new Set(needs.flatMap((it) => it.needs ?? [])),
  };
}

/** Returns the figures that a table shows: those that are named, else those of its own columns. */
export function figuresIn<S>({ catalog, columns }: Table<S>, named?: readonly Declared<S>[]) {
  const keys = new Set(columns.filter((it) => it.isOptional !== true).map(({ key }) => key));
  return (named ?? catalog.filter(({ id }) => keys.has(id))).filter(isFigure);
}

/** Reports whether an output option names a column that is computed. @param sent keys of those that are not */
export function namesComputed<S>(
  table: Table<S>,
  { columns = [], sort }: OutputOptions,
  sent: ReadonlySet<string>,
): boolean {
  const computed = { columns: tableView(table).columns.filter(({ key }) => !sent.has(key)) };
  const names = sort === undefined ? columns : [...columns, sort.key];
  return names.some((name) => isColumn(computed, name));
}

/** A screen: a table with what is around it, and its data. */
export interface Screen<I, S, T>
  extends Data<I, S, T>,
    Pick<View<S>, "head" | "foot" | "page">,
    Pick<Computed<S>, "limit" | "isReport"> {
  readonly table: Table<S>;
  /** Declarations that are named instead of the table's own. */
  readonly declared: readonly Declared<S>[] | undefined;
  readonly answer: ReturnType<typeof answerOf<I, S, T>>;
}

/** Prints a screen: as a table, or its data as one object. */
export async function printScreen<I, S, T>(
  context: Context,
  { table, declared, answer, inputs, rows, totals, limit, isReport, ...around }: Screen<I, S, T>,
): Promise<void> {
  const { sort } = await context.outputOptions();
  const view = tableView(table, around, declared);
  const inOrder = sort && sortByColumn(rows, (row) => row, view, sort, limit).items;
  const json = () => answer.json({ inputs, rows: inOrder ?? rows, totals });
  await printComputed(context, { json, rows, view, limit, isReport, isChosen: true });
}

/** Checks the names of columns before anything is fetched. */
export async function checkScreen<S>(context: Context, view: View<S>): Promise<void> {
  await (await printerOf(context)).check(view);
}
