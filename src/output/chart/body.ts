import type { Cell } from "./layout/columns.js";
import type { LaidPlot } from "./layout/layout.js";
import { stepsFromZero } from "./layout/scale.js";
import type { Paint, Pens } from "./pens.js";

/**
 * Draws a plot with its vertical axis, without the time axis: bars for a series on its own, marks
 * for several.
 * @param columns width of the plot
 * @param labelWidth width of the labels of the vertical axis
 */
export function drawBody(
  plot: LaidPlot,
  columns: number,
  labelWidth: number,
  pens: Pens,
): string[] {
  const { labels, above } = plot.scale;
  const { glyphs } = pens;
  const canvas = createCanvas(columns, labels.length);
  for (let column = 0; column < columns; column++) canvas.put(column, above, glyphs.zero);
  if (plot.kind === "bars") drawBars(canvas, plot, pens);
  else drawMarks(canvas, plot, columns, pens);
  return canvas.toLines().map((line, at) => {
    const label = (labels[at] ?? "").trim();
    return label.padStart(labelWidth) + (label === "" ? glyphs.axis : glyphs.tick) + line;
  });
}

/** Draws bars from the middle of the zero line, in steps of half a line of text. */
function drawBars(canvas: Canvas, { series, scale }: LaidPlot, { glyphs, of }: Pens): void {
  const pen = of(0);
  const draw = ({ value }: Cell, column: number) => {
    const up = value > 0;
    const halves = stepsFromZero(value, scale.step / 2);
    const symbolAt = (distance: number) => {
      if (halves === 0) return glyphs.flat;
      if (distance === 0) return up ? glyphs.beginUp : glyphs.beginDown;
      if (halves > 2 * distance) return glyphs.bar;
      return up ? glyphs.endUp : glyphs.endDown;
    };
    for (let distance = 0; 2 * distance <= halves; distance++) {
      const line = scale.above + (up ? -distance : distance);
      canvas.put(column, line, symbolAt(distance), pen.paintOf(value));
    }
  };
  for (const [column, cell] of (series[0] ?? []).entries()) {
    if (cell !== undefined) draw(cell, column);
  }
}

/** Draws a mark where a value was settled, and a light line leading to it. */
function drawMarks(
  canvas: Canvas,
  { series, scale }: LaidPlot,
  columns: number,
  { glyphs, of }: Pens,
): void {
  for (let column = 0; column < columns; column++) {
    const marked = new Set<number>();
    for (const [index, cells] of series.entries()) {
      const cell = cells[column];
      if (cell === undefined) continue;
      const distance = stepsFromZero(cell.value, scale.step);
      const line = scale.above - Math.sign(cell.value) * distance;
      const { mark, paintOf } = of(index);
      const paint = paintOf(cell.value);
      if (!cell.settled) {
        if (!marked.has(line)) canvas.put(column, line, glyphs.hold, paint);
      } else if (marked.has(line)) {
        canvas.put(column, line, glyphs.several);
      } else {
        canvas.put(column, line, mark, paint);
        marked.add(line);
      }
    }
  }
}

/** A grid of characters, each one column wide. Columns and lines count from 0 at the upper left. */
interface Canvas {
  /** Puts a symbol at a place, over what was there. @param paint undefined for no colour */
  put(column: number, line: number, symbol: string, paint?: Paint): void;
  /** Returns the lines without trailing blanks; neighbours of one colour are painted together. */
  toLines(): string[];
}

interface Spot {
  readonly symbol: string;
  readonly paint: Paint | undefined;
}

const BLANK: Spot = { symbol: " ", paint: undefined };

/** Creates a canvas of blanks. Symbols beyond its edges are ignored. */
function createCanvas(columns: number, lines: number): Canvas {
  const grid = Array.from({ length: lines }, () => Array<Spot>(columns).fill(BLANK));
  return {
    put(column, line, symbol, paint) {
      const row = grid[line];
      if (row?.[column] !== undefined) row[column] = { symbol, paint };
    },
    toLines: () => grid.map(toLine),
  };
}

function toLine(spots: readonly Spot[]): string {
  const end = spots.findLastIndex((spot) => spot !== BLANK) + 1;
  let line = "";
  let run = "";
  for (const [column, { symbol, paint }] of spots.slice(0, end).entries()) {
    run += symbol;
    if (spots[column + 1]?.paint === paint && column + 1 < end) continue;
    line += paint === undefined ? run : paint(run);
    run = "";
  }
  return line;
}
