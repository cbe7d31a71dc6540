import { round, timeIn, timeTicks, type ValueAxis, valueAxis } from "../chart/axes.js";
import {
  areKnown,
  type ChartPoint,
  type DrawnUnit,
  type Plot,
  pointsOf,
  type Span,
  spanOf,
} from "../chart/plot.js";
import { element, type Markup } from "../markup/element.js";
import { inSentence } from "../text/format.js";
import { CHARACTER, cut, type DrawnChart, widthOf } from "./labels.js";

/** Size of a chart and the places of its parts, in units of the picture. */
interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Size of a chart, in units of the picture. */
interface ChartSize {
  readonly width: number;
  /** Height of each plot without its heading and its times. */
  readonly plotHeight: number;
}

/** Height of a line of text. */
const LINE = 16;
const RIGHT = 14;
const TICK_DISTANCE = 30;
const BELOW_PLOT = 14;
const TIMES = 24;

/**
 * Draws plots of one series each, one below the other on a common time axis.
 * @param zone IANA name for times; undefined for the zone of this machine
 * @returns undefined if there are no values
 */
export function drawChart(
  plots: readonly Plot[],
  { width, plotHeight }: ChartSize,
  zone: string | undefined,
): DrawnChart | undefined {
  if (!areKnown(plots)) return undefined;
  const span: Span = spanOf(plots);
  const laid = plots.map((plot) => ({ plot, axis: axisOf(plot, plotHeight) }));
  const labels = laid.flatMap(({ axis }) => axis.ticks.map(({ label }) => widthOf(label)));
  const left = Math.ceil(Math.max(...labels)) + 12;
  const content: Markup[] = [];
  let top = 0;
  for (const [index, { plot, axis }] of laid.entries()) {
    const hasTimes = index === laid.length - 1;
    const begin = top + LINE + 4;
    const body: Area = { left, right: width - RIGHT, top: begin, bottom: begin + plotHeight };
    content.push(
      drawTitle(plot, width, top),
      drawPlot({ plot, span, body, axis: shift(axis, begin), hasTimes }, zone),
    );
    top = body.bottom + (hasTimes ? TIMES : BELOW_PLOT);
  }
  return { content, height: top };
}

function axisOf(plot: Plot, height: number): ValueAxis {
  const values = pointsOf([plot]).flatMap(({ value }) => value ?? []);
  const count = Math.max(2, Math.round(height / TICK_DISTANCE));
  return valueAxis(values, [height, 4], plot.unit ?? "percent", count);
}

function shift({ at, ticks }: ValueAxis, by: number): ValueAxis {
  return {
    at: (value) => at(value) + by,
    ticks: ticks.map((tick) => ({ ...tick, at: tick.at + by })),
  };
}

/** Draws the title of a plot, and what its gaps are if it has any. */
function drawTitle(plot: Plot, width: number, top: number): Markup {
  const shown = cut(plot.title, width);
  const said = isGapped(pointsOf([plot])) ? ` (gaps: ${plot.gap ?? "no rate"})` : "";
  const fits = widthOf(shown + said) <= width;
  return element(
    "text",
    { class: "title", x: 0, y: top + 12 },
    shown,
    fits && said !== "" ? element("tspan", { class: "gaps" }, said) : undefined,
  );
}

/** Reports whether a value is unknown, or time between two is not covered. */
function isGapped(points: readonly ChartPoint[]): boolean {
  return points.some(
    ({ from, value }, index) => value === null || from > (points[index - 1]?.to ?? from),
  );
}

/** A plot with its place in the picture. */
interface PlacedPlot {
  readonly plot: Plot;
  readonly span: Span;
  readonly body: Area;
  readonly axis: ValueAxis;
  /** Whether the times are written below it. */
  readonly hasTimes: boolean;
}

/** Draws a plot with both axes. @param zone IANA name; undefined for the zone of this machine */
function drawPlot(placed: PlacedPlot, zone: string | undefined): Markup {
  const { plot, span, body, axis } = placed;
  const width = (body.right - body.left) / (span.to - span.from);
  const x = (time: number) => round(body.left + (time - span.from) * width);
  return element(
    "g",
    {},
    drawTimeAxis(span, body, zone, placed.hasTimes),
    axis.ticks.map(({ at, label, value }) => [
      element("path", {
        class: value === 0 ? "zero" : "rule",
        d: `M${body.left},${at}H${body.right}`,
      }),
      element("text", { x: body.left - 7, y: at + 4, "text-anchor": "end" }, label),
    ]),
    (plot.isPerSpan === true ? drawBars : drawLevels)(pointsOf([plot]), { x, y: axis }),
    drawHover(plot, span, body, zone),
  );
}

/** Draws the lines of round times over a plot, and below it their labels if there is room. */
function drawTimeAxis(
  span: Span,
  body: Area,
  zone: string | undefined,
  isLabelled: boolean,
): Markup[] {
  const width = body.right - body.left;
  const ticks = timeTicks(span, Math.floor(width / CHARACTER), zone);
  let free = Number.NEGATIVE_INFINITY;
  return ticks.flatMap(({ time, label }) => {
    const x = round(body.left + ((time - span.from) / (span.to - span.from)) * width);
    const rule = element("path", { class: "rule", d: `M${x},${body.top}V${body.bottom}` });
    const half = widthOf(label) / 2;
    const middle = round(Math.min(Math.max(x, body.left + half - 24), body.right - half));
    if (!isLabelled || middle - half < free) return [rule];
    free = middle + half + CHARACTER;
    const place = { x: middle, y: body.bottom + 16, "text-anchor": "middle" };
    return [rule, element("text", place, label)];
  });
}

/** Draws strips that are visible only on hover; the tooltip of each has a time and its value. */
function drawHover(plot: Plot, span: Span, body: Area, zone: string | undefined): Markup {
  const points = pointsOf([plot]);
  const scale = (body.right - body.left) / (span.to - span.from);
  const middle = (a: number, b: number) => body.left + ((a + b) / 2 - span.from) * scale;
  const strips = points.map(({ to, value }, index): Markup | undefined => {
    if (value === null) return undefined;
    const left = Math.max(body.left, middle(points[index - 1]?.to ?? 2 * span.from - to, to));
    const right = Math.min(body.right, middle(to, points[index + 1]?.to ?? 2 * span.to - to));
    const size = { width: round(right - left), height: round(body.bottom - body.top) };
    const text = `${timeIn(to, zone)} · ${valueText(value, plot.unit ?? "percent")}`;
    return element(
      "rect",
      { class: "hover", x: round(left), y: body.top, ...size },
      element("title", {}, text),
    );
  });
  return element("g", {}, strips);
}

/** Formats a value with its sign, for a tooltip. */
function valueText(value: number, unit: DrawnUnit): string {
  return unit === "usd" ? inSentence("usd", value, true) : inSentence("rate", value / 100, true);
}

/** Axes of a plot. */
interface Axes {
  /** Returns the place of a time. */
  readonly x: (time: number) => number;
  readonly y: ValueAxis;
}

/** Minimum width of a bar, and width of one whose span is unknown. */
const NARROWEST = 1.5;
const BESIDE = 1;

/** Draws each value over its span: a bar from zero, coloured by gain and loss. */
function drawBars(points: readonly ChartPoint[], { x, y }: Axes): Markup[] {
  const zero = y.at(0);
  return points.flatMap(({ from, to, value }) => {
    if (value === null) return [];
    const [left, right] = [x(from), x(to)];
    const width = Math.max(NARROWEST, right - left - BESIDE);
    const top = Math.min(zero, y.at(value));
    const height = Math.max(0.6, Math.abs(y.at(value) - zero));
    const place = { x: round(right - width), y: round(top), width: round(width) };
    const tone = value < 0 ? "loss" : "gain";
    return [element("rect", { ...place, height: round(height), class: tone })];
  });
}

/** Draws levels as a line from each value to the next over a shade from zero, broken at gaps. */
function drawLevels(points: readonly ChartPoint[], { x, y }: Axes): Markup[] {
  const zero = y.at(0);
  return stretchesOf(points).flatMap((stretch) => {
    const places = stretch.map(({ to, value }) => [x(to), y.at(value)] as const);
    const [[first, height] = [0, zero], ...rest] = places;
    const last = rest.at(-1)?.[0];
    if (last === undefined) {
      return [element("circle", { cx: first, cy: height, r: 2.5, class: "dot" })];
    }
    const line = `M${places.map((place) => place.map(round).join(",")).join("L")}`;
    return [
      element("path", { class: "area", d: `${line}L${last},${zero}L${first},${zero}Z` }),
      element("path", { class: "line", d: line }),
    ];
  });
}

interface KnownPoint extends ChartPoint {
  readonly value: number;
}

/** Splits points at gaps: values that are unknown, and time that no value covers. */
function stretchesOf(points: readonly ChartPoint[]): KnownPoint[][] {
  const stretches: KnownPoint[][] = [];
  let last: KnownPoint | undefined;
  for (const point of points) {
    const { from, to, value } = point;
    if (value === null) {
      last = undefined;
      continue;
    }
    const known = { from, to, value };
    const stretch = stretches.at(-1);
    if (last === undefined || stretch === undefined || from > last.to) stretches.push([known]);
    else stretch.push(known);
    last = known;
  }
  return stretches;
}
