import { NARROWEST_CHART } from "../formats/chart-format.js";
import type { Look } from "../text/look.js";
import { rulerFor } from "../text/ruler.js";
import { drawBody } from "./body.js";
import { chartHeading } from "./heading.js";
import type { Frame } from "./layout/columns.js";
import { layOut } from "./layout/layout.js";
import { isOther, type Plot } from "./layout/plot.js";
import { createPens, glyphsOf } from "./pens.js";
import { spanText } from "./span-text.js";
import { drawTimeAxis } from "./time-axis.js";

/** Assumed size of a terminal of unknown size. */
export const PIPE = { width: 80, height: 24 };

/** Lines for headings, the time axis, and figures below the chart. */
const BESIDE = 10;
const FEWEST_ROWS = 10;
const MOST_ROWS = 26;

/**
 * Draws plots one below the other on a common time axis, not wider than the terminal.
 * @param plots plots whose series are explained where they differ from those of the plot above
 * @param height lines of the terminal
 * @returns undefined if the terminal is too narrow, or there are no values
 */
export async function renderChart(
  plots: readonly Plot[],
  look: Look,
  height = PIPE.height,
): Promise<string | undefined> {
  const width = look.width ?? PIPE.width;
  const points = plots.flatMap(({ series }) => series.flatMap((it) => it.points));
  if (width < NARROWEST_CHART || points.every(({ value }) => value === null)) return undefined;

  const layout = layOut(plots, {
    columnsBeside: (labelWidth) => width - labelWidth - 1,
    rows: Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, height - BESIDE)),
  });
  const { frame, labelWidth } = layout;
  const lines: string[] = [];
  for (const [index, laid] of layout.plots.entries()) {
    if (index > 0) lines.push("");
    const pens = await createPens(laid.series.length, look);
    lines.push(
      ...(await chartHeading({ laid, frame, pens, width, legend: isOther(plots, index) })),
    );
    lines.push(...drawBody(laid, frame.columns, labelWidth, pens));
  }
  lines.push(...drawTimeAxis(frame, labelWidth, glyphsOf(look), look.zone));
  lines.push(...(await spanLines(frame, look, width)));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** Returns the full start and end of the chart, since the axis shows no years and zones. */
async function spanLines(frame: Frame, look: Look, width: number): Promise<string[]> {
  const text = spanText(frame, look.zone);
  return (await rulerFor([text])).wrap(text, width);
}
