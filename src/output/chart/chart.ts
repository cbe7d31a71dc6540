import { formatTime } from "../text/format-time.js";
import type { Look } from "../text/look.js";
import { rulerFor } from "../text/ruler.js";
import { renderBody } from "./body.js";
import type { Frame } from "./columns.js";
import { chartHeading } from "./heading.js";
import { layOut } from "./layout.js";
import { createPens } from "./pens.js";
import type { Plot } from "./plot.js";
import { timeAxis } from "./time.js";

/** Below this there is no room for a plot beside its axis. */
export const NARROWEST_CHART = 40;
/** The size of a chart where nothing says how large the terminal is. */
export const PIPE = { width: 80, height: 24 };

/**
 * Draws plots below each other on one time axis, none of their lines wider than the terminal.
 * @param plots where there are several of the same series, the first one tells which mark is whose
 * @param height lines of the terminal
 * @returns undefined when the terminal is too narrow, or when there is no value at all
 */
export async function renderChart(
  plots: readonly Plot[],
  look: Look,
  height = PIPE.height,
): Promise<string | undefined> {
  const width = look.width ?? PIPE.width;
  const points = plots.flatMap(({ series }) => series.flatMap((it) => it.points));
  if (width < NARROWEST_CHART || points.every(({ value }) => value === null)) return undefined;

  const { frame, labelWidth, plots: laid } = layOut(plots, width, height);
  const lines: string[] = [];
  for (const [index, { plot, series, scale }] of laid.entries()) {
    if (index > 0) lines.push("");
    const pens = await createPens(series.length, look);
    const shown = { series, frame, pens, width, told: index > 0 };
    lines.push(...(await chartHeading(plot, shown)));
    lines.push(...(await renderBody({ series, columns: frame.columns, scale, labelWidth, pens })));
  }
  lines.push(...timeAxis(frame, labelWidth, look), ...(await spanLines(frame, look, width)));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** From when to when, in full: the axis has no room for years and zones. */
async function spanLines({ from, to }: Frame, look: Look, width: number): Promise<string[]> {
  const [first, last] = [from, to].map((time) =>
    formatTime(new Date(time).toISOString(), look.zone),
  );
  const text = `from ${first} to ${last}`;
  return (await rulerFor([text])).wrap(text, width);
}
