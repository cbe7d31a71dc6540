import { type LineAxis, lineAxis } from "./axes.js";
import { type ChartPoint, type Plot, type Span, spanOf } from "./plot.js";

/** The time span of a chart, divided into columns of equal length. */
export interface Frame extends Span {
  readonly columns: number;
}

/** Value of a series in one column. */
export interface Cell {
  /** In the unit of the plot. */
  readonly value: number;
  /** True if a value was settled in this column; otherwise the next one is shown. */
  readonly settled: boolean;
  /** Number of values in the column. */
  readonly values: number;
}

/** A plot with its values per column and its vertical axis. */
export interface LaidPlot {
  readonly plot: Plot;
  /** Whether it is a single series, which is drawn as bars; several are drawn as marks. */
  readonly isBars: boolean;
  /** Columns of each series; undefined is a gap. */
  readonly series: readonly (readonly (Cell | undefined)[])[];
  readonly axis: LineAxis;
}

/** Plots one below the other, with common columns. */
export interface Layout {
  readonly frame: Frame;
  /** Length of the longest label of the vertical axes. */
  readonly labelWidth: number;
  readonly plots: readonly LaidPlot[];
}

/** Bars can end in the middle of a line. */
const HALF = 0.5;
/** Share of the lines for the first of several plots, and fewest lines of another one. */
const FIRST = 0.55;
const FEWEST = 3;

/**
 * Lays out plots: columns, lines, and the axes of values.
 * @param width columns of the terminal, of which the vertical axis takes one beside its labels
 * @param rows total lines of all plots
 */
export function layOut(plots: readonly Plot[], width: number, rows: number): Layout {
  const first = Math.ceil(rows * FIRST);
  const other = Math.max(FEWEST, Math.floor((rows - first) / (plots.length - 1)));
  const span = spanOf(plots);
  // The columns determine the labels, whose width in turn determines the number of columns.
  for (let labelWidth = 0; ; ) {
    const frame = { ...span, columns: width - labelWidth - 1 };
    const laid = plots.map((plot, index) => layPlot(plot, frame, index === 0 ? first : other));
    const labels = laid.flatMap(({ axis }) => axis.labels.map(({ length }) => length));
    const needed = Math.max(...labels);
    if (needed <= labelWidth) return { frame, labelWidth, plots: laid };
    labelWidth = needed;
  }
}

function layPlot(plot: Plot, frame: Frame, rows: number): LaidPlot {
  const isBars = plot.series.length === 1;
  const series = plot.series.map(({ points }) => cellsOf(points, frame, plot.combine));
  const values = series.flatMap((cells) => cells.flatMap((cell) => cell?.value ?? []));
  const axis = lineAxis(values, rows, isBars ? HALF : 1, plot.unit ?? "percent");
  return { plot, isBars, series, axis };
}

/** Returns the value of a series in each column; undefined is a gap. */
function cellsOf(
  points: readonly ChartPoint[],
  frame: Frame,
  combine: Plot["combine"],
): (Cell | undefined)[] {
  let next = 0;
  return Array.from({ length: frame.columns }, (_, column) => {
    const end = columnEnd(frame, column);
    const settled: (number | null)[] = [];
    for (let point = points[next]; point !== undefined && point.to <= end; point = points[next]) {
      settled.push(point.value);
      next++;
    }
    if (settled.length > 0) return combined(settled, combine);
    const running = points[next];
    if (running === undefined || running.value === null || running.from >= end) return undefined;
    return { value: running.value, settled: false, values: 1 };
  });
}

function combined(settled: readonly (number | null)[], combine: Plot["combine"]): Cell | undefined {
  const values = settled.filter((value) => value !== null);
  const last = values.at(-1);
  if (last === undefined) return undefined;
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  return { value: combine === "mean" ? mean : last, settled: true, values: values.length };
}

function columnEnd({ from, to, columns }: Frame, column: number): number {
  return column === columns - 1 ? to : from + ((to - from) * (column + 1)) / columns;
}
