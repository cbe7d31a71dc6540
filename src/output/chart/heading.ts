import { rulerFor } from "../text/ruler.js";
import { visible } from "../text/safe-text.js";
import type { Cell, Frame } from "./columns.js";
import type { Pens } from "./pens.js";
import type { Plot } from "./plot.js";

/** What a plot shows, for those who are to read it right. */
export interface Shown {
  readonly series: readonly (readonly (Cell | undefined)[])[];
  readonly frame: Frame;
  readonly pens: Pens;
  readonly width: number;
  /** Whether a plot above has told which mark is whose. */
  readonly told: boolean;
}

interface Entry {
  readonly text: string;
  readonly painted: string;
}

const BETWEEN = "   ";

/** The title, what a column stands for, and which mark is whose. */
export async function chartHeading(plot: Plot, shown: Shown): Promise<string[]> {
  const { series, frame, pens, width, told } = shown;
  const shared = plot.combine === "mean" && series.some((it) => it.some(sharesColumn));
  const title = shared
    ? `${plot.title}; a column is ${duration(frame)}, the mean of its events`
    : plot.title;
  const entries =
    plot.series.length === 1 ? gapEntry(plot, series, pens) : told ? [] : legend(plot, pens);
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
    const { mark, paint } = of(index);
    const name = visible(label);
    return { text: `${mark} ${name}`, painted: `${paint(mark, 1)} ${name}` };
  });
  const several = `${glyphs.several} several of them`;
  return [...entries, { text: several, painted: several }];
}

/** Bars leave nothing but the zero line where there is no value. */
function gapEntry({ series }: Plot, [cells = []]: Shown["series"], { glyphs }: Pens): Entry[] {
  const first = cells.findIndex((cell) => cell !== undefined);
  const last = cells.findLastIndex((cell) => cell !== undefined);
  const holes = cells.slice(first, last).includes(undefined);
  const nulls = series.some(({ points }) => points.some(({ value }) => value === null));
  if (!holes && !nulls) return [];
  const text = `${glyphs.zero.repeat(3)} no rate`;
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
