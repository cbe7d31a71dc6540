import { keysAnswered } from "../../base/collections.js";
import { readable } from "../../base/safe-text.js";
import { formatCell } from "../text/format.js";
import { createPainter, type Look, toneOf } from "../text/look.js";
import { rulerFor } from "../text/ruler.js";
import type { Column, Labelled } from "./column.js";
import { fitColumns, GAP } from "./fit.js";
import { drawHeadings, drawRows, type Grid, type Pen } from "./grid.js";
import {
  bounded,
  type Cell,
  type EmphasisOf,
  formatColumn,
  type MeasuredColumn,
  measureColumn,
  type SheetColumn,
  textsOf,
} from "./sheet.js";

interface TableOptions<Row> extends Look {
  readonly emphasis?: EmphasisOf<Row>;
  /** Keys of the columns shown before; others are left out, so that the set stays the same. */
  readonly steady?: readonly string[] | undefined;
}

export interface RenderedTable {
  /** Complete lines, none wider than the width. */
  readonly text: string;
  /** Headers of the columns for which there was no room. */
  readonly dropped: readonly string[];
  /** Keys of the columns that are shown. */
  readonly shown: readonly string[];
}

/** A table whose columns are fitted, of which some of the rows can be drawn. */
export interface FittedTable extends Omit<RenderedTable, "text"> {
  readonly headings: readonly string[];
  /** Draws rows by their index: a line for each, unless a text is wrapped or a row needs several. */
  draw(indices: readonly number[]): readonly string[];
}

/**
 * Draws rows as a table that fits the width: ids are shortened first, then texts cut, then columns
 * dropped, then texts wrapped. If that is still too wide, each row becomes lines of heading and
 * value.
 */
export async function renderTable<Row>(
  rows: readonly Row[],
  all: readonly Column<Row>[],
  options: TableOptions<Row>,
): Promise<RenderedTable> {
  const { headings, draw, ...table } = await fitTable(rows, all, options);
  const lines = [...headings, ...draw([...rows.keys()])];
  return { ...table, text: lines.map((line) => `${line}\n`).join("") };
}

/** Number of rows from which keys are answered between two columns, since each takes long. */
const MANY_ROWS = 200;

/** Fits the columns of rows as {@link renderTable} does, and draws none of them. */
export async function fitTable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { emphasis, steady, ...options }: TableOptions<Row>,
): Promise<FittedTable> {
  const sheet: SheetColumn[] = [];
  for (const column of columns) {
    sheet.push(formatColumn(column, rows, options, emphasis));
    if (rows.length >= MANY_ROWS) await keysAnswered();
  }
  const ruler = await rulerFor(textsOf(sheet));
  const pen = { look: options, ruler, paint: await createPainter(options.color) };
  const measured = sheet.map((column) => measureColumn(column, ruler));
  const ellipsis = options.unicode ? "…" : "...";
  const fit = { ruler, ellipsis, limit: options.width, steady };
  const { columns: kept, widths, dropped } = fitColumns(measured, fit);
  const grid = widths && { ...pen, widths, alignRight: kept.map(({ alignRight }) => alignRight) };
  const headings = grid ? drawHeadings(headsOf(kept), grid) : [];
  return {
    headings,
    dropped,
    shown: kept.map(({ key }) => key),
    draw: drawerOf(kept, grid, pen),
  };
}

function headsOf(columns: readonly MeasuredColumn[]): string[] {
  return columns.map(({ header }) => header);
}

/** Returns a function that draws rows of columns, and keeps nothing else in memory. */
function drawerOf(
  columns: readonly MeasuredColumn[],
  grid: Grid | undefined,
  pen: Pen,
): FittedTable["draw"] {
  const heads = headsOf(columns);
  return (indices) => {
    const cells = indices.map((row) => columns.map((column) => cellAt(column, row)));
    return grid ? drawRows(cells, grid) : linesOfPairs(heads, cells, pen);
  };
}

function cellAt({ cells, texts }: MeasuredColumn, row: number): Cell {
  const { tone = "plain", emphasis } = cells[row] ?? {};
  return { text: texts[row] ?? "", tone, emphasis };
}

/** Returns rows as lines of heading and value, with an empty line between two of them. */
function linesOfPairs(
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
  pen: Pen,
): string[] {
  return rows.flatMap((cells, row) => {
    const pairs = cells.map((cell, at) => pairOf(heads[at] ?? "", cell));
    return [...(row > 0 ? [""] : []), ...drawPairs(pairs, pen)];
  });
}

/** Draws aligned lines of label and value; long values are wrapped within their column. */
export async function renderDetail(fields: readonly Labelled[], look: Look): Promise<string> {
  const pairs = fields.map(({ label, kind, value }) => {
    const text = bounded(formatCell(kind, value, look), look);
    return pairOf(readable(label, look), { text, tone: toneOf(value) });
  });
  const ruler = await rulerFor(pairs.flat().map(({ text }) => text));
  const lines = drawPairs(pairs, { look, ruler, paint: await createPainter(look.color) });
  return lines.map((line) => `${line}\n`).join("");
}

type Pair = readonly [Cell, Cell];

function pairOf(label: string, { text, tone }: Cell): Pair {
  return [
    { text: label, tone: "label" },
    { text, tone },
  ];
}

/** Returns the lines of {@link renderDetail} for formatted values. */
function drawPairs(pairs: readonly Pair[], pen: Pen): string[] {
  const widest = pairs.reduce((max, [{ text }]) => Math.max(max, pen.ruler.width(text)), 1);
  return drawRows(pairs, { ...pen, widths: share(widest, pen.look.width) });
}

/** Divides the width: labels get what they need, at most half of it. */
function share(widest: number, width: number | undefined): Grid["widths"] {
  if (width === undefined) return [widest, null];
  const labelWidth = Math.min(widest, Math.floor(width / 2) - GAP);
  return [labelWidth, width - labelWidth - GAP];
}
