import type { Sink } from "../../terminal/io.js";
import type { Plot } from "../chart/layout/plot.js";
import type { Total } from "../table/column.js";
import type { Look } from "../text/look.js";

/** Minimum width of a terminal for a chart of characters. */
export const NARROWEST_CHART = 40;

/** A chart: plots one below the other, and the figures below them, each group in lines of its own. */
export interface ChartContent {
  readonly plots: readonly Plot[];
  readonly totals: readonly (readonly Total[])[];
}

/** A rendered chart. */
export interface RenderedChart {
  readonly text: string;
  /** False if there are no values, so that it has the figures alone. */
  readonly isDrawn: boolean;
}

/** How a format draws charts. */
export interface ChartFormat {
  /** Minimum width of a terminal; undefined if the width has no effect. */
  readonly narrowest?: number;
  readonly render: (chart: ChartContent, look: Look, sink: Sink) => Promise<RenderedChart>;
}
