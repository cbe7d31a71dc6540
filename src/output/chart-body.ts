import type { CustomSymbol, Point } from "simple-ascii-chart";
import type { ChartPoint, Plot } from "./chart.js";
import type { Pens } from "./chart-pens.js";
import type { Scale } from "./chart-scale.js";

export interface BodyOptions {
  /** Milliseconds since the epoch, at the first column. */
  readonly from: number;
  /** At the last column. */
  readonly to: number;
  readonly columns: number;
  /** How wide the labels of the vertical axis are to be. */
  readonly labelWidth: number;
  readonly scale: Scale;
  readonly pens: Pens;
}

/** A value to draw, and whether the one before it is its neighbour, with no gap between them. */
interface Drawn {
  readonly time: number;
  readonly value: number;
  readonly joined: boolean;
}

/** Where the library has placed a point, counted from the upper left. */
interface Place {
  readonly plotX: number;
  readonly plotY: number;
}

/** Stands for no series in particular where several meet. */
const SEVERAL = -1;

/** The lines of a plot with its vertical axis, without the time axis. */
export async function renderBody(plot: Plot, options: BodyOptions): Promise<string> {
  const { plot: draw } = await import("simple-ascii-chart");
  const { scale, labelWidth, from, to, columns, pens } = options;
  const series = plot.series.map(({ points }) => withoutGaps(points));
  const inRange = (value: number) => Math.min(scale.max, Math.max(scale.min, value));
  // The zero line comes first: it spans all columns, and whatever follows is drawn over it.
  const zeroLine: Point[] = [
    [from, 0],
    [to, 0],
  ];
  const text = draw(
    [zeroLine, ...series.map((it) => it.map(({ time, value }): Point => [time, inRange(value)]))],
    {
      width: columns,
      height: scale.rows,
      yRange: [scale.min, scale.max],
      hideXAxis: true,
      customYAxisTicks: [...scale.ticks],
      formatter: (value, { axis }) =>
        axis === "x" ? "" : (scale.labels[scale.ticks.indexOf(value)] ?? "").padStart(labelWidth),
      symbols: {
        axis: { n: pens.glyphs.axis, ns: pens.glyphs.axis, y: pens.glyphs.tick },
      },
      lineFormatter: createHand(plot, series, options),
    },
  );
  // The library draws an empty line above the plot and one below it.
  const lines = text.split("\n").filter((line) => line !== "");
  const body = lines.slice(1, 1 + scale.rows);
  return body.map((line) => `${line.trimEnd()}\n`).join("");
}

function withoutGaps(points: readonly ChartPoint[]): Drawn[] {
  return points.flatMap(({ time, value }, index) => {
    if (value === null) return [];
    return [{ time, value, joined: (points[index - 1]?.value ?? null) !== null }];
  });
}

/**
 * What the library asks how each point is to be drawn. It goes from series to series, each from its
 * first point on, and does not say which series it is at: a point 0 begins the next one.
 */
function createHand(
  { shape }: Plot,
  series: readonly (readonly Drawn[])[],
  { columns, pens }: BodyOptions,
): (point: Place & { readonly index: number }) => CustomSymbol[] {
  const lone = series.length === 1;
  const queue = [...series.entries()].filter(([, points]) => points.length > 0);
  const taken = new Map<string, number>();
  let zeroY: number | undefined;
  let current: (typeof queue)[number] | undefined;
  let before: Place | undefined;
  return ({ index, plotX, plotY }) => {
    if (zeroY === undefined) {
      zeroY = plotY;
      return row(1, columns, plotY, pens.glyphs.zero);
    }
    if (index === 0) {
      current = queue.shift();
      before = undefined;
    }
    const point = current?.[1][index];
    if (current === undefined || point === undefined) return []; // the other end of the zero line
    const pen = pens.of(current[0]);
    const here = { plotX, plotY };
    const trail = lone ? trailOf(shape, here, point.joined ? before : undefined, zeroY, pens) : [];
    before = here;
    const shared = (taken.get(cell(here)) ?? current[0]) !== current[0];
    const drawn = trail
      .filter(({ x, y }) => !taken.has(cell({ plotX: x, plotY: y })))
      .map((it) => ({ ...it, symbol: pen.paint(it.symbol, point.value) }));
    taken.set(cell(here), shared ? SEVERAL : current[0]);
    const symbol = shared ? pens.several : pen.paint(pen.mark, point.value);
    return [...drawn, { x: plotX, y: plotY, symbol }];
  };
}

function cell({ plotX, plotY }: Place): string {
  return `${plotX},${plotY}`;
}

/** A stem that stands on the zero line, or the step from the value before. */
function trailOf(
  shape: Plot["shape"],
  here: Place,
  before: Place | undefined,
  zeroY: number,
  { glyphs }: Pens,
): CustomSymbol[] {
  if (shape === "stems") return column(here.plotX, here.plotY, zeroY, glyphs.stem);
  if (before === undefined) return [];
  const held = row(before.plotX + 1, here.plotX - 1, before.plotY, glyphs.hold);
  if (before.plotY === here.plotY) return held;
  const turn = here.plotY < before.plotY ? glyphs.rise : glyphs.fall;
  return [
    ...held,
    { x: here.plotX, y: before.plotY, symbol: turn },
    ...column(here.plotX, here.plotY, before.plotY, glyphs.stem),
  ];
}

function row(first: number, last: number, y: number, symbol: string): CustomSymbol[] {
  const length = Math.max(0, last - first + 1);
  return Array.from({ length }, (_, index) => ({ x: first + index, y, symbol }));
}

/** What lies between two lines, both excluded. */
function column(x: number, y1: number, y2: number, symbol: string): CustomSymbol[] {
  const top = Math.min(y1, y2) + 1;
  const length = Math.max(0, Math.max(y1, y2) - top);
  return Array.from({ length }, (_, index) => ({ x, y: top + index, symbol }));
}
