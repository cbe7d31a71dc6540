import { HOUR_MS } from "../../base/periods.js";
import { type Cell, type ChartPoint, cellsOf, type Frame } from "./columns.js";
import type { Plot } from "./plot.js";
import { percentScale, type Scale } from "./scale.js";

/** A plot with what it shows in each column, and its vertical axis. */
export interface LaidPlot {
  readonly plot: Plot;
  /** For each series; undefined is a gap. */
  readonly series: readonly (readonly (Cell | undefined)[])[];
  readonly scale: Scale;
}

/** Plots below each other that share their columns. */
export interface Layout {
  readonly frame: Frame;
  /** How wide the labels of the vertical axes are. */
  readonly labelWidth: number;
  readonly plots: readonly LaidPlot[];
}

/** Bars end in the middle of a line of text, too. */
const HALF = 0.5;
/** Shown around a value that is settled at a time, but over no known stretch of it. */
const AROUND = 12 * HOUR_MS;
/** Lines of headings, of the time axis, and of figures below the chart. */
const BESIDE = 10;
const FEWEST = 10;
const MOST = 26;
/** The part of the lines that the first of two plots has. */
const FIRST = 0.55;

/**
 * Shares a terminal out: the columns that labels leave, and lines so that two plots fit a screen.
 * @param width columns of the terminal
 * @param height lines of the terminal
 */
export function layOut(plots: readonly Plot[], width: number, height: number): Layout {
  const rows = Math.min(MOST, Math.max(FEWEST, height - BESIDE));
  const first = Math.ceil(rows * FIRST);
  // What the columns show decides the labels, and how wide these are leaves the columns.
  for (let labelWidth = 0; ; ) {
    const frame = frameOf(plots, width - labelWidth - 1);
    const laid = plots.map((plot, index) =>
      layPlot(plot, frame, index === 0 ? first : rows - first),
    );
    const needed = Math.max(...laid.map(({ scale }) => scale.labels[0]?.length ?? 0));
    if (needed <= labelWidth) return { frame, labelWidth, plots: laid };
    labelWidth = needed;
  }
}

function layPlot(plot: Plot, frame: Frame, rows: number): LaidPlot {
  const series = plot.series.map(({ points }) => cellsOf(points, frame, plot.combine));
  const values = series.flatMap((cells) => cells.flatMap((cell) => cell?.value ?? []));
  return { plot, series, scale: percentScale(values, rows, series.length === 1 ? HALF : 1) };
}

function frameOf(plots: readonly Plot[], columns: number): Frame {
  const points: ChartPoint[] = plots.flatMap(({ series }) => series.flatMap((it) => it.points));
  const from = points.reduce((low, point) => Math.min(low, point.from), Number.POSITIVE_INFINITY);
  const to = points.reduce((high, point) => Math.max(high, point.to), Number.NEGATIVE_INFINITY);
  return from === to ? { from: from - AROUND, to: to + AROUND, columns } : { from, to, columns };
}
