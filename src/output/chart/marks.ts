import { mapValues } from "../../base/collections.js";
import type { Look } from "../text/look.js";
import { stepsFromZero } from "./axes.js";
import type { Cell, LaidPlot } from "./columns.js";

/** Characters of a chart, each one column wide: in Unicode, and in ASCII. */
const GLYPHS = {
  /** Marks of several series, one each; and the place that they share. */
  marks: ["●○▲◇■△◆□", "ox#@%&=~"],
  several: ["*", "*"],
  /** Line leading to the mark of a value. */
  hold: ["─", "-"],
  /** Bars of a single series: a full line of text, and the half line at the end. */
  bar: ["█", "#"],
  endUp: ["▄", "."],
  endDown: ["▀", "'"],
  /** Beginning of a bar at zero, and a value too small for a bar. */
  beginUp: ["▀", "-"],
  beginDown: ["▄", "-"],
  flat: ["─", "-"],
  /** Empty zero line. */
  zero: ["┄", "."],
  axis: ["│", "|"],
  tick: ["┤", "+"],
  corner: ["└", "+"],
  time: ["─", "-"],
  timeTick: ["┬", "+"],
} as const;

export type Glyphs = Readonly<Record<keyof typeof GLYPHS, string>>;

/** Maximum number of series with distinct marks. */
export const MOST_SERIES = GLYPHS.marks[0].length;

/** Colours a text. */
type Paint = (text: string) => string;

/** Mark and colours of a series. */
interface Pen {
  readonly mark: string;
  /** Returns the colour of a value; undefined for none. */
  paintOf(value: number): Paint | undefined;
}

export interface Pens {
  readonly glyphs: Glyphs;
  /** Returns the pen of a series by its index. */
  of(series: number): Pen;
}

/** Returns the characters that the terminal supports. */
export function glyphsOf({ unicode }: Look): Glyphs {
  return mapValues(GLYPHS, (pair) => pair[unicode ? 0 : 1]);
}

/** Creates pens that differ in mark and colour; a single series is coloured by gain and loss. */
export async function createPens(count: number, look: Look): Promise<Pens> {
  const glyphs = glyphsOf(look);
  const paintOf = look.color ? await painters(count) : () => undefined;
  return {
    glyphs,
    of: (series) => ({
      mark: glyphs.marks.charAt(series % MOST_SERIES),
      paintOf: (value) => paintOf(series, value),
    }),
  };
}

async function painters(
  count: number,
): Promise<(series: number, value: number) => Paint | undefined> {
  const { Chalk } = await import("chalk");
  const { cyan, magenta, yellow, blue, green, red, cyanBright, magentaBright } = new Chalk({
    level: 1,
  });
  const colours = [cyan, magenta, yellow, blue, green, red, cyanBright, magentaBright];
  return (series, value) => {
    if (count > 1) return colours[series % colours.length];
    if (value === 0) return undefined;
    return value > 0 ? green : red;
  };
}

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
  const { labels, above } = plot.axis;
  const { glyphs } = pens;
  const canvas = createCanvas(columns, labels.length);
  for (let column = 0; column < columns; column++) canvas.put(column, above, glyphs.zero);
  if (plot.isBars) drawBars(canvas, plot, pens);
  else drawMarks(canvas, plot, columns, pens);
  return canvas.toLines().map((line, at) => {
    const label = labels[at] ?? "";
    return label.padStart(labelWidth) + (label === "" ? glyphs.axis : glyphs.tick) + line;
  });
}

/** Draws bars from the middle of the zero line, in steps of half a line of text. */
function drawBars(canvas: Canvas, { series, axis }: LaidPlot, { glyphs, of }: Pens): void {
  const pen = of(0);
  const draw = ({ value }: Cell, column: number) => {
    const up = value > 0;
    const halves = stepsFromZero(value, axis.step / 2);
    const symbolAt = (distance: number) => {
      if (halves === 0) return glyphs.flat;
      if (distance === 0) return up ? glyphs.beginUp : glyphs.beginDown;
      if (halves > 2 * distance) return glyphs.bar;
      return up ? glyphs.endUp : glyphs.endDown;
    };
    for (let distance = 0; 2 * distance <= halves; distance++) {
      const line = axis.above + (up ? -distance : distance);
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
  { series, axis }: LaidPlot,
  columns: number,
  { glyphs, of }: Pens,
): void {
  for (let column = 0; column < columns; column++) {
    const marked = new Set<number>();
    for (const [index, cells] of series.entries()) {
      const cell = cells[column];
      if (cell === undefined) continue;
      const distance = stepsFromZero(cell.value, axis.step);
      const line = axis.above - Math.sign(cell.value) * distance;
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
