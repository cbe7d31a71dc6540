import { groupBy } from "../../base/collections.js";
import { distinctLengths } from "../../base/names/handle.js";
import type { Kind } from "../text/kind.js";
import type { Ruler } from "../text/ruler.js";
import { type Cut, cutTexts, type MeasuredColumn, measureColumn, NUMBERS } from "./sheet.js";

/** Columns between two cells. */
export const GAP = 2;

const SHORTEST_ID = 8;
const NARROWEST_TEXT = 8;

/** Minimum width of a text that is cut to make room for figures. */
const SHORTEST_CUT = 20;

/** Minimum width of a sentence that is wrapped to make room for figures. */
const SHORTEST_LINE = 40;

/** Columns of a table that fit a terminal, with their widths. */
export interface Fitted {
  readonly columns: readonly MeasuredColumn[];
  /** Width of each column; undefined when there is no room for them side by side. */
  readonly widths: readonly number[] | undefined;
  /** Headers of the columns that were dropped. */
  readonly dropped: readonly string[];
}

export interface FitOptions extends Cut {
  /** Width of the terminal in columns; undefined without a limit. */
  readonly limit: number | undefined;
  /** Keys of the columns shown before; others are left out, so that the set stays the same. */
  readonly steady?: readonly string[] | undefined;
}

/**
 * Fits columns into the limit: shortens ids, then cuts texts beside figures, then drops columns, then
 * wraps texts, each only as far as needed.
 */
export function fitColumns(all: readonly MeasuredColumn[], options: FitOptions): Fitted {
  const { limit, steady } = options;
  const offered = steady === undefined ? all : all.filter(({ key }) => steady.includes(key));
  if (limit === undefined || (offered.length === all.length && needed(all) <= limit)) {
    return { columns: all, widths: all.map(({ width }) => width), dropped: [] };
  }
  const kept = chosen(offered, limit, options);
  const { columns, widths } = asWideAs(kept, limit, options);
  const keys = new Set(columns.map(({ key }) => key));
  const dropped = all
    .filter(({ key, isOptional }) => !keys.has(key) && !isOptional)
    .map(({ header }) => header);
  return { columns, widths, dropped };
}

function needed(columns: readonly { width: number }[]): number {
  return columns.reduce((total, { width }) => total + width + GAP, -GAP);
}

/** Returns the columns to show, with ids shortened if needed. */
function chosen(
  offered: readonly MeasuredColumn[],
  limit: number,
  { ruler }: Cut,
): readonly MeasuredColumn[] {
  if (needed(offered) <= limit) return offered;
  const shortened = offered.map((it) =>
    it.kind === "id" ? shortenIds(it, ruler) : shortenTexts(it, ruler),
  );
  return columnsThatFit(shortened, (columns) => needed(columns.map(atShortest(columns))) <= limit);
}

/** Determines the width of each column: cuts texts, and wraps them if that is not enough. */
function asWideAs(kept: readonly MeasuredColumn[], limit: number, cut: Cut) {
  if (needed(kept.map(atShortest(kept))) > limit) {
    return { columns: kept, widths: narrowTexts(kept, limit) };
  }
  const isCut = cuttableAmong(kept);
  const texts = kept.filter(isCut).map(({ width }) => width);
  const lines = kept.map((column) => (isProse(column) ? shortLines(column) : column));
  const room = limit - needed(lines) + texts.reduce((total, width) => total + width, 0);
  const cap = Math.max(SHORTEST_CUT, fairShare(texts, room));
  const columns = kept.map((column) => (isCut(column) ? cutTexts(column, cap, cut) : column));
  return { columns, widths: widthsWithProse(columns, limit) };
}

/** Returns the widths of columns, with sentences narrowed to be wrapped if they are too wide. */
function widthsWithProse(columns: readonly MeasuredColumn[], limit: number): number[] {
  const prose = columns.filter(isProse).map(({ width }) => width);
  const room = limit - needed(columns) + prose.reduce((total, width) => total + width, 0);
  const cap = fairShare(prose, room);
  return columns.map((column) => (isProse(column) ? Math.min(column.width, cap) : column.width));
}

/** Returns the width of a column when its texts are cut or wrapped as far as allowed. */
function atShortest(columns: readonly MeasuredColumn[]) {
  const isCut = cuttableAmong(columns);
  return (column: MeasuredColumn) => {
    if (isProse(column)) return shortLines(column);
    return isCut(column) ? { width: Math.min(column.width, SHORTEST_CUT) } : column;
  };
}

function isProse({ kind }: MeasuredColumn): boolean {
  return kind === "prose";
}

function shortLines({ width, narrowest }: MeasuredColumn): { readonly width: number } {
  return { width: Math.min(width, narrowest ?? SHORTEST_LINE) };
}

/** Returns a test of which columns may be cut: texts beside figures, except times. */
function cuttableAmong(columns: readonly MeasuredColumn[]) {
  const hasFigures = columns.some(
    ({ kind, alignRight }) => NUMBERS.has(kind) || (kind === "any" && alignRight),
  );
  return (column: MeasuredColumn) => {
    const { kind, alignRight, isWhole } = column;
    return (
      hasFigures &&
      !alignRight &&
      !isWhole &&
      (kind === "text" || (kind === "any" && !hasTimes(column)))
    );
  };
}

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** Reports whether values without a kind are times, which must not be cut. */
function hasTimes({ cells }: MeasuredColumn): boolean {
  return cells.some(({ text }) => TIME.test(text));
}

/** Replaces the texts of a column by its short ones, if it has any. */
function shortenTexts(column: MeasuredColumn, ruler: Ruler): MeasuredColumn {
  if (column.cells.every(({ short }) => short === undefined)) return column;
  const cells = column.cells.map(({ short, ...cell }) => ({ ...cell, text: short ?? cell.text }));
  return measureColumn({ ...column, cells }, ruler);
}

/** Cuts ids to the shortest common length at which they still differ. */
function shortenIds(column: MeasuredColumn, ruler: Ruler): MeasuredColumn {
  const ids = column.cells.map(({ text }) => text);
  if (ids.some((id) => /[\ud800-\udfff]/.test(id))) return column; // would split a character
  const length = uniqueLength(ids);
  const cells = column.cells.map((cell) => ({ ...cell, text: cell.text.slice(0, length) }));
  return measureColumn({ ...column, cells }, ruler);
}

/** Returns the length at which different ids still differ. */
function uniqueLength(ids: readonly string[]): number {
  return Math.max(SHORTEST_ID, ...distinctLengths(ids, SHORTEST_ID).values());
}

/** Divides the width not needed by numbers among the texts; the widest are narrowed first. */
function narrowTexts(columns: readonly MeasuredColumn[], limit: number): number[] | undefined {
  const texts = columns.filter((column) => !column.alignRight).map(({ width }) => width);
  const textRoom = limit - needed(columns) + texts.reduce((total, width) => total + width, 0);
  const cap = fairShare(texts, textRoom);
  if (cap < NARROWEST_TEXT) return undefined;
  return columns.map(({ alignRight, width }) => (alignRight ? width : Math.min(width, cap)));
}

/** Returns the maximum width of each text at which all fit the room together. */
function fairShare(widths: readonly number[], room: number): number {
  let left = room;
  for (const [index, width] of [...widths].sort((a, b) => a - b).entries()) {
    const share = Math.floor(left / (widths.length - index));
    if (width > share) return share;
    left -= width;
  }
  return left < 0 ? 0 : Number.POSITIVE_INFINITY;
}

/** Columns that are dropped or kept together. */
interface Bundle {
  readonly columns: readonly MeasuredColumn[];
  /** Lowest priority of its columns; 0 is never dropped. */
  readonly priority: number;
  /** Whether it has only texts, ids or times, which are dropped before possible figures. */
  readonly isText: boolean;
}

const TEXTS: ReadonlySet<Kind> = new Set<Kind>(["text", "prose", "id", "time"]);

/**
 * Drops columns until the others fit, then restores dropped ones for which there is room. Texts are
 * dropped before figures, then the highest priority number, then the last column. A standard error is not
 * shown without its figure.
 * @param fits reports whether these columns fit
 */
function columnsThatFit(
  all: readonly MeasuredColumn[],
  fits: (columns: readonly MeasuredColumn[]) => boolean,
): readonly MeasuredColumn[] {
  const droppable = bundlesOf(all).filter(({ priority }) => priority > 0);
  const gone = new Set<MeasuredColumn>();
  const kept = () => all.filter((column) => !gone.has(column));
  const dropped: Bundle[] = [];
  for (const bundle of droppable.sort(worthMore).reverse()) {
    if (fits(kept())) break;
    dropped.push(bundle);
    for (const column of bundle.columns) gone.add(column);
  }
  const isAlone = ({ key }: MeasuredColumn) =>
    key.endsWith(".se") && [...gone].some((it) => key === `${it.key}.se`);
  for (const { columns } of dropped.reverse()) {
    for (const column of columns) gone.delete(column);
    if (!fits(kept()) || columns.some(isAlone)) for (const column of columns) gone.add(column);
  }
  return kept().filter((column) => !isAlone(column));
}

/** Groups columns into bundles, in their order. */
function bundlesOf(all: readonly MeasuredColumn[]): Bundle[] {
  const groups = groupBy<MeasuredColumn, unknown>(all, (column) => column.group ?? column);
  return [...groups.values()].map((columns) => ({
    columns,
    priority: Math.min(...columns.map(({ priority }) => priority)),
    isText: columns.every(({ kind }) => TEXTS.has(kind)),
  }));
}

function worthMore(a: Bundle, b: Bundle): number {
  return Number(a.isText) - Number(b.isText) || a.priority - b.priority;
}
