import { groupBy } from "../../base/collections.js";
import type { Kind } from "../text/numbers.js";
import type { Ruler } from "../text/ruler.js";
import { type Cut, cutTexts, type MeasuredColumn, measureColumn, NUMBERS } from "./sheet.js";

/** Columns between two cells. */
export const GAP = 2;

/** Minimum width of a text that is wrapped, if nothing else is left to narrow. */
const NARROWEST_TEXT = 8;

/** Minimum width of a text that is cut to make room for figures. */
const SHORTEST_CUT = 20;

/** Minimum width of a sentence that is wrapped to make room for figures. */
const SHORTEST_LINE = 40;

/** Columns of a table that fit a terminal, with their widths. */
interface Fitted {
  readonly columns: readonly MeasuredColumn[];
  /** Width of each column; undefined when there is no room for them side by side. */
  readonly widths: readonly number[] | undefined;
  /** Headers of the columns that were dropped. */
  readonly dropped: readonly string[];
}

interface FitOptions extends Cut {
  /** Width of the terminal in columns; undefined without a limit. */
  readonly limit: number | undefined;
  /** Keys of the columns shown before; others are left out, so that the set stays the same. */
  readonly steady?: readonly string[] | undefined;
}

/**
 * Fits columns into the limit: takes short texts, then cuts texts beside figures, then drops columns, then
 * wraps texts, each only as far as needed.
 */
export function fitColumns(all: readonly MeasuredColumn[], options: FitOptions): Fitted {
  const { limit, steady, ruler } = options;
  const offered = steady === undefined ? all : all.filter(({ key }) => steady.includes(key));
  if (limit === undefined || (offered.length === all.length && needed(all) <= limit)) {
    return { columns: all, widths: all.map(({ width }) => width), dropped: [] };
  }
  const isWide = needed(offered) > limit;
  const kept = isWide
    ? thoseThatFit(
        offered.map((it) => shortened(it, ruler)),
        limit,
      )
    : offered;
  const keys = new Set(kept.map(({ key }) => key));
  const dropped = all.filter(({ key, isOptional }) => !keys.has(key) && isOptional !== true);
  return { ...narrowed(kept, limit, options), dropped: dropped.map(({ header }) => header) };
}

type Test = (column: MeasuredColumn) => boolean;

function needed(columns: readonly { readonly width: number }[]): number {
  return columns.reduce((total, { width }) => total + width + GAP, -GAP);
}

/** Replaces the texts of a column by its short ones, if it has any. */
function shortened(column: MeasuredColumn, ruler: Ruler): MeasuredColumn {
  if (column.cells.every(({ short }) => short === undefined)) return column;
  const cells = column.cells.map(({ short, ...cell }) => ({ ...cell, text: short ?? cell.text }));
  return measureColumn({ ...column, cells }, ruler);
}

/** Determines the width of each column: cuts texts and wraps sentences; if that is not enough, all texts. */
function narrowed(
  kept: readonly MeasuredColumn[],
  limit: number,
  cut: Cut,
): Pick<Fitted, "columns" | "widths"> {
  if (needed(atShortest(kept)) > limit) {
    const isText: Test = ({ alignRight }) => !alignRight;
    const cap = fairShare(kept, isText, limit);
    return { columns: kept, widths: cap < NARROWEST_TEXT ? undefined : capped(kept, isText, cap) };
  }
  const isCut = cuttableAmong(kept);
  const cap = Math.max(SHORTEST_CUT, fairShare(kept.map(shortLines), isCut, limit));
  const columns = kept.map((column) => (isCut(column) ? cutTexts(column, cap, cut) : column));
  return { columns, widths: capped(columns, isProse, fairShare(columns, isProse, limit)) };
}

/** Returns the maximum width of some columns at which all fit the limit: the widest are narrowed first. */
function fairShare(columns: readonly MeasuredColumn[], isNarrowed: Test, limit: number): number {
  const widths = columns.filter(isNarrowed).map(({ width }) => width);
  let left = limit - needed(columns) + widths.reduce((total, width) => total + width, 0);
  for (const [index, width] of widths.sort((a, b) => a - b).entries()) {
    const share = Math.floor(left / (widths.length - index));
    if (width > share) return share;
    left -= width;
  }
  return left < 0 ? 0 : Number.POSITIVE_INFINITY;
}

function capped(columns: readonly MeasuredColumn[], isNarrowed: Test, cap: number): number[] {
  return columns.map((it) => (isNarrowed(it) ? Math.min(it.width, cap) : it.width));
}

/** Returns columns as wide as they are when their texts are cut or wrapped as far as allowed. */
function atShortest(columns: readonly MeasuredColumn[]): MeasuredColumn[] {
  const isCut = cuttableAmong(columns);
  return columns.map((column) =>
    isCut(column) ? { ...column, width: Math.min(column.width, SHORTEST_CUT) } : shortLines(column),
  );
}

function isProse({ kind }: MeasuredColumn): boolean {
  return kind === "prose";
}

function shortLines(column: MeasuredColumn): MeasuredColumn {
  const { width, narrowest = SHORTEST_LINE } = column;
  return isProse(column) ? { ...column, width: Math.min(width, narrowest) } : column;
}

const CUT: ReadonlySet<Kind> = new Set<Kind>(["text", "id", "any"]);

/** Returns a test of which columns may be cut: texts beside figures. */
function cuttableAmong(columns: readonly MeasuredColumn[]): Test {
  const hasFigures = columns.some(
    ({ kind, alignRight }) => NUMBERS.has(kind) || (kind === "any" && alignRight),
  );
  return ({ kind, alignRight, isWhole }) =>
    hasFigures && !alignRight && isWhole !== true && CUT.has(kind);
}

const TEXTS: ReadonlySet<Kind> = new Set<Kind>(["text", "prose", "id", "time"]);

/**
 * Drops columns until the others fit, then restores dropped ones for which there is room. Texts are
 * dropped before figures, then the highest priority number, then the last column; a group is dropped as a
 * whole, by the lowest of its numbers, and not with a 0.
 */
function thoseThatFit(all: readonly MeasuredColumn[], limit: number): readonly MeasuredColumn[] {
  const bundles = [...groupBy<MeasuredColumn, unknown>(all, (it) => it.group ?? it).values()]
    .map((columns) => ({
      columns,
      priority: Math.min(...columns.map(({ priority }) => priority)),
      isText: columns.every(({ kind }) => TEXTS.has(kind)),
    }))
    .filter(({ priority }) => priority > 0)
    .sort((a, b) => Number(a.isText) - Number(b.isText) || a.priority - b.priority);
  const gone = new Set<MeasuredColumn>();
  const kept = () => all.filter((column) => !gone.has(column));
  const fits = () => needed(atShortest(kept())) <= limit;
  const dropped: (typeof bundles)[number][] = [];
  for (const bundle of bundles.reverse()) {
    if (fits()) break;
    dropped.push(bundle);
    for (const column of bundle.columns) gone.add(column);
  }
  for (const { columns } of dropped.reverse()) {
    for (const column of columns) gone.delete(column);
    if (!fits()) for (const column of columns) gone.add(column);
  }
  return kept();
}
