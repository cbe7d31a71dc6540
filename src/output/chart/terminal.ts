import { visible } from "../../base/safe-text.js";
import type { Sink } from "../../base/terminal/io.js";
import type { Section } from "../table/section.js";
import type { Look } from "../text/look.js";
import { rulerFor } from "../text/ruler.js";
import { timeIn, timeTicks } from "./axes.js";
import { type Cell, type Frame, type LaidPlot, layOut } from "./columns.js";
import { createPens, drawBody, type Glyphs, glyphsOf, type Pens } from "./marks.js";
import { areKnown, type Plot } from "./plot.js";

/** Minimum width of a terminal for a chart. */
export const NARROWEST_CHART = 40;

/** Assumed size of a terminal of unknown size. */
const PIPE = { width: 80, height: 24 };

/** Lines for headings, the time axis, and figures below the chart. */
const BESIDE = 10;
const FEWEST_ROWS = 10;
const MOST_ROWS = 26;

/**
 * Draws a chart as wide and as high as the terminal, with sections below it.
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
  let text = isDrawn ? `${await drawChart(plots, { ...look, width }, height)}\n` : "";
  for (const { render } of sections) text += await render({ ...look, width });
  return { text, isDrawn };
}

/** Draws plots one below the other on a common time axis. @param height lines of the terminal */
async function drawChart(
  plots: readonly Plot[],
  look: Look & { readonly width: number },
  height: number,
): Promise<string> {
  const rows = Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, height - BESIDE));
  const { frame, labelWidth, plots: laidPlots } = layOut(plots, look.width, rows);
  const lines: string[] = [];
  for (const [index, laid] of laidPlots.entries()) {
    if (index > 0) lines.push("");
    const pens = await createPens(laid.series.length, look);
    const isExplained = labelsOf(plots[index - 1]) !== labelsOf(laid.plot);
    lines.push(...(await headingOf(laid, frame, pens, look.width, isExplained)));
    lines.push(...drawBody(laid, frame.columns, labelWidth, pens));
  }
  lines.push(...drawTimeAxis(frame, labelWidth, glyphsOf(look), look.zone));
  // The axis shows no years and zones.
  const span = `from ${timeIn(frame.from, look.zone)} to ${timeIn(frame.to, look.zone)}`;
  lines.push(...(await rulerFor([span])).wrap(span, look.width));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** Returns the series of a plot by their labels, as one text. */
function labelsOf(plot: Plot | undefined): string | undefined {
  return plot?.series.map(({ label }) => label).join("\n");
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

function columnAt(time: number, { from, to, columns }: Frame): number {
  return Math.min(columns - 1, Math.floor(((time - from) / (to - from)) * columns));
}

interface Entry {
  readonly text: string;
  readonly painted: string;
}

const BETWEEN = "   ";

/**
 * Returns the title, the duration of a column, and the marks of the series.
 * @param width columns of the terminal
 * @param isExplained whether the mark of each series is explained
 */
async function headingOf(
  laid: LaidPlot,
  frame: Frame,
  pens: Pens,
  width: number,
  isExplained: boolean,
): Promise<string[]> {
  const { plot, series, isBars } = laid;
  const shared = plot.combine === "mean" && series.some((it) => it.some(sharesColumn));
  const title = shared
    ? `${plot.title}; a column is ${duration(frame)}, the mean of its events`
    : plot.title;
  const marks = isExplained ? legend(plot, pens) : [];
  const entries = isBars ? gapEntry(laid, pens) : marks;
  const ruler = await rulerFor([title, ...entries.map(({ text }) => text)]);
  const lines = ruler.wrap(title, width);
  let room = 0;
  for (const { text, painted } of entries) {
    const needed = ruler.width(text) + BETWEEN.length;
    if (needed <= room) {
      lines.push(`${lines.pop() ?? ""}${BETWEEN}${painted}`);
      room -= needed;
    } else {
      lines.push(painted);
      room = width - ruler.width(text);
    }
  }
  return lines;
}

function sharesColumn(cell: Cell | undefined): boolean {
  return cell !== undefined && cell.values > 1;
}

function legend({ series }: Plot, { glyphs, of }: Pens): Entry[] {
  const entries = series.map(({ label }, index) => {
    const { mark, paintOf } = of(index);
    const name = visible(label);
    const painted = paintOf(1)?.(mark) ?? mark;
    return { text: `${mark} ${name}`, painted: `${painted} ${name}` };
  });
  const several = `${glyphs.several} several of them`;
  return [...entries, { text: several, painted: several }];
}

/** Returns the explanation of gaps between bars, where only the zero line is drawn. */
function gapEntry({ plot, series: [cells = []] }: LaidPlot, { glyphs }: Pens): Entry[] {
  const first = cells.findIndex((cell) => cell !== undefined);
  const last = cells.findLastIndex((cell) => cell !== undefined);
  const holes = cells.slice(first, last).includes(undefined);
  const nulls = plot.series.some(({ points }) => points.some(({ value }) => value === null));
  if (!holes && !nulls) return [];
  const text = `${glyphs.zero.repeat(3)} ${plot.gap ?? "no rate"}`;
  return [{ text, painted: text }];
}

function duration({ from, to, columns }: Frame): string {
  const minutes = Math.max(1, Math.round((to - from) / columns / 60_000));
  const [days, hours, rest] = [
    Math.floor(minutes / 1440),
    Math.floor((minutes % 1440) / 60),
    minutes % 60,
  ];
  const parts = [days > 0 && `${days}d`, hours > 0 && `${hours}h`, rest > 0 && `${rest}m`];
  return parts.filter(Boolean).join(" ");
}
