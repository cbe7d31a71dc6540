import Table from "cli-table3";
import type { Emphasis, Look, Painter } from "../text/look.js";
import type { Ruler } from "../text/ruler.js";
import { GAP } from "./fit.js";
import type { Cell } from "./sheet.js";

/** Means of drawing. */
export interface Pen {
  readonly look: Look;
  readonly ruler: Ruler;
  readonly paint: Painter;
}

/** Columns side by side. */
export interface Grid extends Pen {
  /** Width of each column; null for that of its widest text. */
  readonly widths: readonly (number | null)[];
  /** Whether each column is aligned to the right; none is when omitted. */
  readonly alignRight?: readonly boolean[];
}

/**
 * Number of rows for one call of cli-table3, which searches all of them for cells that span rows: 1,000
 * rows of 19 columns take 150 ms in tens, 205 ms in fifties and 785 ms together.
 */
const BLOCK = 10;

/** Lines that cli-table3 would draw around cells. */
const NO_FRAME = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  left: "",
  right: "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
};

/** Returns the lines of headings, which are underlined. */
export function drawHeadings(headings: readonly string[], grid: Grid): string[] {
  return drawBlock([headings.map((text) => ({ text, tone: "head" }))], grid);
}

/** Returns the lines of rows: one for each, unless a text is wrapped. */
export function drawRows(rows: readonly (readonly Cell[])[], grid: Grid): string[] {
  return Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, block) =>
    drawBlock(rows.slice(block * BLOCK, (block + 1) * BLOCK), grid),
  ).flat();
}

function drawBlock(rows: readonly (readonly Cell[])[], grid: Grid): string[] {
  const { widths, alignRight = [] } = grid;
  const table = new Table({
    chars: { ...NO_FRAME, middle: " ".repeat(GAP - 1) },
    colWidths: widths.map((width, at) => (width === null ? null : width + (at === 0 ? 0 : 1))),
    colAligns: alignRight.map((isRight) => (isRight ? ("right" as const) : ("left" as const))),
    style: { "padding-left": 1, "padding-right": 0, head: [], border: [], compact: true },
    truncate: NEVER_CUT,
  });
  table.push(...rows.map((row) => row.map((cell, at) => cellOf(cell, at, grid))));
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd());
}

/**
 * Replaces the end of a text that does not fit, which carry has wrapped before. For its log, cli-table3
 * also cuts each text at 10 columns: with this at once, else character by character.
 */
const NEVER_CUT = " ".repeat(10);

/** Returns a cell of a row; an arrow in its padding shows that it rose or fell. */
function cellOf(cell: Cell, at: number, grid: Grid) {
  const { ruler, widths, alignRight, look } = grid;
  const hasRoom =
    at > 0 || (alignRight?.[at] === true && ruler.width(cell.text) < (widths[at] ?? 0));
  const arrow = hasRoom ? arrowOf(cell.emphasis, look) : "";
  if (at > 0 && arrow === "") return contentOf(cell, at, grid);
  return { content: contentOf(cell, at, grid, arrow), style: { "padding-left": 0 } };
}

function arrowOf(emphasis: Emphasis | undefined, { unicode }: Look): string {
  if (emphasis !== "risen" && emphasis !== "fallen") return "";
  if (emphasis === "risen") return unicode ? "↑" : "^";
  return unicode ? "↓" : "v";
}

/** Returns the lines of a cell, in colour; without a limit of the width, a text is one line. */
function contentOf(
  { text, tone, emphasis }: Cell,
  at: number,
  { widths, look, ruler, paint }: Grid,
  before = "",
): string {
  const width = widths[at];
  const lines = width == null || look.width === undefined ? [text] : ruler.wrap(text, width);
  return lines
    .map((line, index) => paint(index === 0 ? before + line : line, tone, emphasis))
    .join("\n");
}
