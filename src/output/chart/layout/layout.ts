import { HOUR_MS } from "../../../base/time/periods.js";
import { formatTime } from "../../text/format-time.js";
import { type Cell, type ChartPoint, cellsOf, type Frame, type Span } from "./columns.js";
import type { Plot } from "./plot.js";
import { type Scale, scaleOf } from "./scale.js";

/** A plot with its values per column and its vertical axis. */
export interface LaidPlot {
  readonly plot: Plot;
  /** A single series is drawn as bars, several as marks. */
  readonly kind: "bars" | "marks";
  /** Columns of each series; undefined is a gap. */
  readonly series: readonly (readonly (Cell | undefined)[])[];
  readonly scale: Scale;
}

/** Plots one below the other, with common columns. */
export interface Layout {
  readonly frame: Frame;
  /** Length of the longest label of the vertical axes. */
  readonly labelWidth: number;
  readonly plots: readonly LaidPlot[];
}

/** Room of a renderer. */
export interface Room {
  /** Returns the number of columns left beside labels of a width. */
  columnsBeside(labelWidth: number): number;
  /** Total lines of all plots. */
  readonly rows: number;
}

/** Bars can end in the middle of a line. */
const HALF = 0.5;
/** Time shown before and after values without a known time span. */
const AROUND = 12 * HOUR_MS;
/** Share of the lines for the first of several plots, and fewest lines of another one. */
const FIRST = 0.55;
const FEWEST = 3;

/** Lays out plots: columns, lines, and the scales of both axes. */
export function layOut(plots: readonly Plot[], { columnsBeside, rows }: Room): Layout {
  const first = Math.ceil(rows * FIRST);
  const other = Math.max(FEWEST, Math.floor((rows - first) / (plots.length - 1)));
  // The columns determine the labels, whose width in turn determines the number of columns.
  for (let labelWidth = 0; ; ) {
    const frame = frameOf(plots, columnsBeside(labelWidth));
    const laid = plots.map((plot, index) => layPlot(plot, frame, index === 0 ? first : other));
    const needed = Math.max(...laid.map(({ scale }) => scale.labels[0]?.length ?? 0));
    if (needed <= labelWidth) return { frame, labelWidth, plots: laid };
    labelWidth = needed;
  }
}

function layPlot(plot: Plot, frame: Frame, rows: number): LaidPlot {
  const kind = plot.series.length === 1 ? "bars" : "marks";
  const series = plot.series.map(({ points }) => cellsOf(points, frame, plot.combine));
  const values = series.flatMap((cells) => cells.flatMap((cell) => cell?.value ?? []));
  const sign = plot.unit === "usd" ? "" : "%";
  const scale = scaleOf(values, rows, kind === "bars" ? HALF : 1, sign);
  return { plot, kind, series, scale };
}

function frameOf(plots: readonly Plot[], columns: number): Frame {
  return { ...spanOf(plots), columns };
}

/** Returns the time that plots cover together. */
export function spanOf(plots: readonly Plot[]): Span {
  const points: ChartPoint[] = plots.flatMap(({ series }) => series.flatMap((it) => it.points));
  const from = points.reduce((low, point) => Math.min(low, point.from), Number.POSITIVE_INFINITY);
  const to = points.reduce((high, point) => Math.max(high, point.to), Number.NEGATIVE_INFINITY);
  return from === to ? { from: from - AROUND, to: to + AROUND } : { from, to };
}

/** Describes the start and the end of a chart: `from 2026-05-25 08:00Z to 2026-06-01 08:00Z`. */
export function spanText({ from, to }: Span, zone: string | undefined): string {
  const [first, last] = [from, to].map((time) => formatTime(new Date(time).toISOString(), zone));
  return `from ${first} to ${last}`;
}
