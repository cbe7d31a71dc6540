import { mapValues } from "../../base/collections.js";
import type { Sink } from "../../base/terminal/io.js";
import { renderPieces, renderSections, textSection } from "../table/page.js";
import type { Look, Section } from "../text/look.js";
import { type LineAxis, lineAxis, stepsFromZero, timeIn, timeTicks } from "./axes.js";
import {
  areKnown,
  type Cell,
  cellsOf,
  columnAt,
  type Frame,
  type Plot,
  pointsOf,
  spanOf,
} from "./plot.js";

/** Minimum width of a terminal for a chart. */
export const NARROWEST_CHART = 40;

/** Assumed size of a terminal of unknown size. */
const PIPE = { width: 80, height: 24 };

/** Lines for headings, the time axis, and figures below the chart. */
const BESIDE = 10;
const FEWEST_ROWS = 10;
const MOST_ROWS = 26;
/** Share of the lines for all plots but the first, and fewest lines of one. */
const OTHERS = 0.45;
const FEWEST = 4;

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

type Glyphs = Readonly<Record<keyof typeof GLYPHS, string>>;

/** Maximum number of series with distinct marks. */
export const MOST_SERIES = GLYPHS.marks[0].length;

/**
 * Draws a chart as wide and as high as the terminal, with sections below it. It has no colours, which
 * say danger.
 * @returns the text, and whether there are values to draw
 */
export async function renderTerminalChart(
  plots: readonly Plot[],
  sections: readonly Section[],
  look: Look,
  sink: Sink,
): Promise<{ readonly text: string; readonly isDrawn: boolean }> {
  const { width = PIPE.width } = look;
  const height = (sink.isTTY ? sink.rows : undefined) ?? PIPE.height;
  const isDrawn = width >= NARROWEST_CHART && areKnown(plots);
  const chart = isDrawn ? `${await drawChart(plots, { ...look, width }, height)}\n` : "";
  return { text: chart + (await renderSections(sections, { ...look, width })), isDrawn };
}

/** A plot with its values per column, undefined where there is a gap, and its vertical axis. */
interface LaidPlot {
  readonly plot: Plot;
  readonly series: readonly (readonly (Cell | undefined)[])[];
  readonly axis: LineAxis;
}

/** Draws plots one below the other on a common time axis. @param height lines of the terminal */
async function drawChart(
  plots: readonly Plot[],
  look: Look & { readonly width: number },
  height: number,
): Promise<string> {
  const rows = Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, height - BESIDE));
  const axes = axesOf(plots, rows);
  const labels = axes.flatMap(({ axis }) => axis.labels.map(({ length }) => length));
  const margin = Math.max(...labels);
  const frame: Frame = { ...spanOf(plots), columns: look.width - margin - 1 };
  const glyphs: Glyphs = mapValues(GLYPHS, (pair) => pair[look.unicode ? 0 : 1]);
  const drawn: string[] = [];
  for (const [index, { plot, axis }] of axes.entries()) {
    const series = plot.series.map(({ points }) => cellsOf(points, frame, plot.combine));
    const laid: LaidPlot = { plot, series, axis };
    const isExplained = labelsOf(plots[index - 1]) !== labelsOf(plot);
    const body = drawBody(laid, frame.columns, margin, glyphs);
    drawn.push((await headingOf(laid, glyphs, look, isExplained)) + textOf(body));
  }
  // The axis shows no years and zones.
  const span = `from ${timeIn(frame.from, look.zone)} to ${timeIn(frame.to, look.zone)}`;
  const times = textOf(drawTimeAxis(frame, margin, glyphs, look.zone));
  return drawn.join("\n") + times + (await textSection(span).render(look));
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** Returns the vertical axes of plots that share lines of a terminal. */
function axesOf(plots: readonly Plot[], rows: number) {
  const others = plots.length - 1;
  const other = Math.max(FEWEST, Math.floor((rows * OTHERS) / Math.max(1, others)));
  const first = rows - others * other;
  return plots.map((plot, index) => {
    const values = pointsOf([plot]).flatMap(({ value }) => value ?? []);
    return { plot, axis: lineAxis(values, index === 0 ? first : other, plot.unit ?? "percent") };
  });
}

/** Lines of characters, each one column wide. */
type Canvas = string[][];

function put(canvas: Canvas, column: number, line: number, symbol: string): void {
  const row = canvas[line];
  if (row !== undefined) row[column] = symbol;
}

/**
 * Draws a plot with its vertical axis, without the time axis: bars for a series on its own, marks
 * for several.
 * @param margin width of the labels of the vertical axis
 */
function drawBody(laid: LaidPlot, columns: number, margin: number, glyphs: Glyphs): string[] {
  const { labels, above } = laid.axis;
  const canvas: Canvas = labels.map((_, line) =>
    Array<string>(columns).fill(line === above ? glyphs.zero : " "),
  );
  if (isBars(laid)) drawBars(canvas, laid, glyphs);
  else drawMarks(canvas, laid, columns, glyphs);
  return canvas.map((line, at) => {
    const label = labels[at] ?? "";
    return label.padStart(margin) + (label === "" ? glyphs.axis : glyphs.tick) + line.join("");
  });
}

function isBars({ series }: LaidPlot): boolean {
  return series.length === 1;
}

/** Draws bars from the middle of the zero line, in steps of half a line of text. */
function drawBars(canvas: Canvas, { series: [cells = []], axis }: LaidPlot, glyphs: Glyphs): void {
  for (const [column, cell] of cells.entries()) {
    if (cell === undefined) continue;
    const up = cell.value > 0;
    const halves = stepsFromZero(cell.value, axis.step / 2);
    const symbolAt = (distance: number) => {
      if (halves === 0) return glyphs.flat;
      if (distance === 0) return up ? glyphs.beginUp : glyphs.beginDown;
      if (halves > 2 * distance) return glyphs.bar;
      return up ? glyphs.endUp : glyphs.endDown;
    };
    for (let distance = 0; 2 * distance <= halves; distance++) {
      put(canvas, column, axis.above + (up ? -distance : distance), symbolAt(distance));
    }
  }
}

/** Draws a mark where a value was settled, and a light line leading to it. */
function drawMarks(
  canvas: Canvas,
  { series, axis }: LaidPlot,
  columns: number,
  glyphs: Glyphs,
): void {
  for (let column = 0; column < columns; column++) {
    const marked = new Set<number>();
    for (const [index, cells] of series.entries()) {
      const cell = cells[column];
      if (cell === undefined) continue;
      const line = axis.above - Math.sign(cell.value) * stepsFromZero(cell.value, axis.step);
      if (!cell.settled) {
        if (!marked.has(line)) put(canvas, column, line, glyphs.hold);
      } else {
        put(canvas, column, line, marked.has(line) ? glyphs.several : markOf(index, glyphs));
        marked.add(line);
      }
    }
  }
}

function markOf(series: number, { marks }: Glyphs): string {
  return marks.charAt(series % MOST_SERIES);
}

/**
 * Draws the time axis below a plot, as two lines. A tick is in the first column after its time; a
 * tick without room for its label is left out.
 * @param margin columns to the left of the vertical axis
 * @param zone IANA name; undefined for the zone of this machine
 */
function drawTimeAxis(
  frame: Frame,
  margin: number,
  glyphs: Glyphs,
  zone: string | undefined,
): string[] {
  const { columns } = frame;
  const line = Array<string>(columns).fill(glyphs.time);
  const labels = Array<string>(columns).fill(" ");
  let free = 0;
  for (const { time, label } of timeTicks(frame, columns, zone)) {
    const column = columnAt(time, frame);
    const start = Math.min(Math.max(0, column - (label.length >> 1)), columns - label.length);
    if (start < free) continue;
    line[column] = glyphs.timeTick;
    labels.splice(start, label.length, ...label);
    free = start + label.length + 1;
  }
  const left = " ".repeat(margin);
  return [left + glyphs.corner + line.join(""), `${left} ${labels.join("")}`];
}

/** Returns the series of a plot by their labels, as one text. */
function labelsOf(plot: Plot | undefined): string | undefined {
  return plot?.series.map(({ label }) => label).join("\n");
}

/** Returns the title, what a column is, and the marks of the series. @param isExplained whether these are wanted */
async function headingOf(
  laid: LaidPlot,
  glyphs: Glyphs,
  look: Look,
  isExplained: boolean,
): Promise<string> {
  const { plot, series } = laid;
  const isMean = plot.combine === "mean" && series.flat().some((it) => (it?.values ?? 0) > 1);
  const title = isMean ? `${plot.title}; a column is the mean of its events` : plot.title;
  const marks = plot.series.map(({ label }, index) => `${markOf(index, glyphs)} ${label}`);
  const legend = isExplained ? [...marks, `${glyphs.several} several of them`] : [];
  const said = isBars(laid) ? gapsOf(laid, glyphs) : legend;
  const pieces = said.map((text) => ({ text }));
  return (await textSection(title).render(look)) + (await renderPieces(pieces, "   ", look));
}

/** Returns the explanation of gaps between bars, where only the zero line is drawn. */
function gapsOf({ plot, series: [cells = []] }: LaidPlot, { zero }: Glyphs): string[] {
  const first = cells.findIndex((cell) => cell !== undefined);
  const last = cells.findLastIndex((cell) => cell !== undefined);
  const isHoled = cells.slice(first, last).includes(undefined);
  const isUnknown = pointsOf([plot]).some(({ value }) => value === null);
  return isHoled || isUnknown ? [`${zero.repeat(3)} ${plot.gap ?? "no rate"}`] : [];
}
