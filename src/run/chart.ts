import { UsageError } from "../base/usage-error.js";
import type { Plot } from "../output/chart/plot.js";
import type { Section } from "../output/text/look.js";
import type { Context } from "./context.js";
import type { OptionData } from "./option.js";

export const CHART_OPTION = {
  kind: "flag",
  help: "draw a chart instead of a table, as wide as the terminal",
} as const satisfies OptionData;

/** Checks that the output can be a chart with this number of series in a plot. @throws {UsageError} */
export async function checkChart(context: Context, series: number): Promise<void> {
  const { format, columns, sort, look } = await context.outputOptions();
  if (!format.isLaidOut) {
    throw new UsageError(
      `--chart: a chart cannot be printed as ${format.name}`,
      "add -o table, or leave out --chart",
    );
  }
  if (columns !== undefined || sort !== undefined) {
    throw new UsageError(
      `--chart: a chart has no columns for ${columns === undefined ? "--sort" : "--columns"}`,
      "leave out one of the two",
    );
  }
  const { MOST_SERIES, NARROWEST_CHART } = await import("../output/chart/terminal.js");
  if (series > MOST_SERIES) {
    throw new UsageError(
      `--chart: ${series} markets are too many for one chart`,
      `chart at most ${MOST_SERIES} at once`,
    );
  }
  if (look.width !== undefined && look.width < NARROWEST_CHART) {
    throw new UsageError(
      `--chart: the terminal has ${look.width} columns, and a chart needs ${NARROWEST_CHART}`,
      "widen the terminal, or leave out --chart",
    );
  }
}

/** Draws plots on stdout, with sections below them; writes a note if there is nothing to draw. */
export async function printChart(
  context: Context,
  plots: readonly Plot[],
  sections: readonly Section[],
): Promise<void> {
  const { look } = await context.outputOptions();
  const { stdout } = context.io;
  const { renderTerminalChart } = await import("../output/chart/terminal.js");
  const chart = await renderTerminalChart(plots, sections, look, stdout);
  if (!chart.isDrawn) {
    context.messages.note("NOTHING_TO_DRAW", "no value is known, so there is nothing to draw");
  }
  context.progress.stop();
  await stdout.write(chart.text);
}
