import { visible } from "../../base/safe-text.js";
import { rulerFor } from "../text/ruler.js";
import type { Cell, Frame } from "./layout/columns.js";
import type { LaidPlot } from "./layout/layout.js";
import type { Plot } from "./layout/plot.js";
import type { Pens } from "./pens.js";

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
export async function chartHeading(
  laid: LaidPlot,
  frame: Frame,
  pens: Pens,
  width: number,
  isExplained: boolean,
): Promise<string[]> {
  const { plot, series, kind } = laid;
  const shared = plot.combine === "mean" && series.some((it) => it.some(sharesColumn));
  const title = shared
    ? `${plot.title}; a column is ${duration(frame)}, the mean of its events`
    : plot.title;
  const marks = isExplained ? legend(plot, pens) : [];
  const entries = kind === "bars" ? gapEntry(laid, pens) : marks;
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
