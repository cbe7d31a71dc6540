import type { Ruler } from "./ruler.js";
import { type MeasuredColumn, measureColumn } from "./sheet.js";

/** Columns between two cells. */
const GAP = 2;

const SHORTEST_ID = 8;
const NARROWEST_TEXT = 8;

/** What of a table fits a terminal, and how. */
export interface Fitted {
  readonly columns: readonly MeasuredColumn[];
  /** The width of each column; undefined when there is no room for them side by side. */
  readonly widths: readonly number[] | undefined;
  /** Headers of the columns that gave way. */
  readonly dropped: readonly string[];
}

/** Shortens ids, then drops columns, then narrows texts, each only as far as it is needed. */
export function fitColumns(
  all: readonly MeasuredColumn[],
  limit: number | undefined,
  ruler: Ruler,
): Fitted {
  if (limit === undefined || needed(all) <= limit) {
    return { columns: all, widths: all.map(({ width }) => width), dropped: [] };
  }
  const shortened = all.map((column) =>
    column.kind === "id" ? shortenIds(column, ruler) : column,
  );
  const columns = fillUp(dropColumns(shortened, limit), shortened, limit);
  const dropped = shortened.filter((column) => !columns.includes(column));
  return {
    columns,
    widths: narrowTexts(columns, limit),
    dropped: dropped.map(({ header }) => header),
  };
}

function needed(columns: readonly { width: number }[]): number {
  return columns.reduce((total, { width }) => total + width + GAP, -GAP);
}

/** Cuts ids to the shortest common length at which those shown still differ. */
function shortenIds(column: MeasuredColumn, ruler: Ruler): MeasuredColumn {
  const ids = column.cells.map(({ text }) => text);
  if (ids.some((id) => /[\ud800-\udfff]/.test(id))) return column; // no half characters
  const length = uniqueLength(ids);
  const cells = column.cells.map((cell) => ({ ...cell, text: cell.text.slice(0, length) }));
  return measureColumn({ ...column, cells }, ruler);
}

/** How much of ids has to be shown so that different ones stay different. */
export function uniqueLength(ids: readonly string[]): number {
  let length = SHORTEST_ID;
  const sorted = [...new Set(ids)].sort();
  for (const [index, id] of sorted.entries()) {
    length = Math.max(length, commonStart(id, sorted[index + 1] ?? "") + 1);
  }
  return length;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** Takes away the column of the highest priority number, of equal ones the last, until it fits. */
function dropColumns(columns: readonly MeasuredColumn[], limit: number): readonly MeasuredColumn[] {
  let kept = columns;
  while (needed(kept) > limit) {
    const highest = kept.reduce((max, { priority }) => Math.max(max, priority), 0);
    if (highest === 0) break;
    const last = kept.findLastIndex(({ priority }) => priority === highest);
    kept = kept.filter((_, index) => index !== last);
  }
  return kept;
}

/** Takes back what has found room after all, the lowest priority numbers first. */
function fillUp(
  kept: readonly MeasuredColumn[],
  all: readonly MeasuredColumn[],
  limit: number,
): readonly MeasuredColumn[] {
  let filled = kept;
  const dropped = all.filter((column) => !kept.includes(column));
  for (const column of dropped.sort((a, b) => a.priority - b.priority)) {
    const wider = all.filter((it) => it === column || filled.includes(it));
    if (needed(wider) <= limit) filled = wider;
  }
  return filled;
}

/** Shares the room that numbers leave among the texts, the widest giving way first. */
function narrowTexts(columns: readonly MeasuredColumn[], limit: number): number[] | undefined {
  const texts = columns.filter((column) => !column.alignRight).map(({ width }) => width);
  const textRoom = limit - needed(columns) + texts.reduce((total, width) => total + width, 0);
  const cap = fairShare(texts, textRoom);
  if (cap < NARROWEST_TEXT) return undefined;
  return columns.map(({ alignRight, width }) => (alignRight ? width : Math.min(width, cap)));
}

/** The width to which the texts must be capped to fit the room together. */
function fairShare(widths: readonly number[], room: number): number {
  let left = room;
  for (const [index, width] of [...widths].sort((a, b) => a - b).entries()) {
    const share = Math.floor(left / (widths.length - index));
    if (width > share) return share;
    left -= width;
  }
  return left < 0 ? 0 : Number.POSITIVE_INFINITY;
}
