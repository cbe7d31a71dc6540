import type { ChartFormat } from "../formats/chart-format.js";
import { PIPE, renderChart } from "./chart.js";

/** Draws a chart of characters, as wide and as high as the terminal. */
export const renderTerminalChart: ChartFormat["render"] = async ({ plots, totals }, look, sink) => {
  const { renderTotals } = await import("../table/total-line.js");
  const chart = await renderChart(plots, look, sink.isTTY ? sink.rows : undefined);
  const width = look.width ?? PIPE.width;
  let text = chart === undefined ? "" : `${chart}\n`;
  for (const line of totals) text += await renderTotals(line, { ...look, width });
  return { text, isDrawn: chart !== undefined };
};
