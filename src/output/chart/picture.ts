import { element, type Markup } from "../text/markup.js";
import { timeTicks, type ValueAxis, valueAxis } from "./axes.js";
import { areKnown, type ChartPoint, type Plot, pointsOf, type Span, spanOf } from "./plot.js";

/** A drawn chart: its parts from the top down, and how high they are. */
export interface Picture {
  readonly content: readonly Markup[];
  readonly height: number;
}

/** Size of a chart and the places of its parts, in units of the picture. */
interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Size of a chart, in units of the picture. */
interface PictureSize {
  readonly width: number;
  /** Height of each plot without its heading and its times. */
  readonly plotHeight: number;
}

/** Height of a line of text. */
const LINE = 16;
/** Width of a character of a label, rather too large than too small. */
const CHARACTER = 7.7;
const RIGHT = 14;
const TICK_DISTANCE = 30;
const BELOW_PLOT = 14;
const TIMES = 24;

/**
 * Draws plots of one series each, one below the other on a common time axis.
 * @param zone IANA name for times; undefined for the zone of this machine
 * @returns undefined if there are no values
 */
export function drawPicture(
  plots: readonly Plot[],
  { width, plotHeight }: PictureSize,
  zone: string | undefined,
): Picture | undefined {
  if (!areKnown(plots)) return undefined;
  const span = spanOf(plots);
  const laid = plots.map((plot) => ({ plot, axis: axisOf(plot, plotHeight) }));
  const labels = laid.flatMap(({ axis }) => axis.ticks.map(({ label }) => widthOf(label)));
  const left = Math.ceil(Math.max(...labels)) + 12;
  const content: Markup[] = [];
  let top = 0;
  for (const { plot, axis } of laid) {
    const begin = top + LINE + 4;
    const body: Area = { left, right: width - RIGHT, top: begin, bottom: begin + plotHeight };
    const hasTimes = plot === plots.at(-1);
    content.push(
      element("text", { class: "title", x: 0, y: top + 12 }, titleOf(plot)),
      element("g", {}, drawTimeAxis(span, body, zone, hasTimes), drawPlot(plot, axis, span, body)),
    );
    top = body.bottom + (hasTimes ? TIMES : BELOW_PLOT);
  }
  return { content, height: top };
}

function widthOf(text: string): number {
  return text.length * CHARACTER;
}

function axisOf(plot: Plot, height: number): ValueAxis {
  const values = pointsOf([plot]).flatMap(({ value }) => value ?? []);
  const count = Math.max(2, Math.round(height / TICK_DISTANCE));
  return valueAxis(values, plot.unit ?? "percent", count);
}

/** Returns the title of a plot, and what its gaps are if it has any. */
function titleOf(plot: Plot): string {
  const isGapped = pointsOf([plot]).some(
    ({ from, value }, index, all) => value === null || from > (all[index - 1]?.to ?? from),
  );
  return isGapped ? `${plot.title} (gaps: ${plot.gap ?? "no rate"})` : plot.title;
}

/** Draws the lines of round values, and the values of a plot. */
function drawPlot(plot: Plot, { ends, ticks }: ValueAxis, span: Span, body: Area): Markup[] {
  const { left, right, top, bottom } = body;
  const [low, high] = ends;
  const y = (value: number) => round(bottom - ((value - low) / (high - low)) * (bottom - top - 4));
  const x = (time: number) => xOf(time, span, body);
  const lines = ticks.flatMap(({ value, label }) => [
    element("path", { class: value === 0 ? "zero" : "rule", d: `M${left},${y(value)}H${right}` }),
    element("text", { x: left - 7, y: y(value) + 4, "text-anchor": "end" }, label),
  ]);
  const draw = plot.isPerSpan === true ? drawBars : drawLevels;
  return [...lines, ...draw(pointsOf([plot]), { x, y })];
}

/** Rounds a coordinate to a tenth of a unit of the picture. */
function round(place: number): number {
  return Math.round(place * 10) / 10;
}

function xOf(time: number, { from, to }: Span, { left, right }: Area): number {
  return round(left + ((time - from) / (to - from)) * (right - left));
}

/** Draws the lines of round times over a plot, and below it their labels if there is room. */
function drawTimeAxis(
  span: Span,
  body: Area,
  zone: string | undefined,
  isLabelled: boolean,
): Markup[] {
  const ticks = timeTicks(span, Math.floor((body.right - body.left) / CHARACTER), zone);
  let free = Number.NEGATIVE_INFINITY;
  return ticks.flatMap(({ time, label }) => {
    const x = xOf(time, span, body);
    const rule = element("path", { class: "rule", d: `M${x},${body.top}V${body.bottom}` });
    const half = widthOf(label) / 2;
    const middle = round(Math.min(Math.max(x, body.left + half - 24), body.right - half));
    if (!isLabelled || middle - half < free) return [rule];
    free = middle + half + CHARACTER;
    const place = { x: middle, y: body.bottom + 16, "text-anchor": "middle" };
    return [rule, element("text", place, label)];
  });
}

/** Places in a plot. */
interface Axes {
  readonly x: (time: number) => number;
  readonly y: (value: number) => number;
}

/** Minimum width of a bar, and width of one whose span is unknown. */
const NARROWEST = 1.5;
const BESIDE = 1;
/** Minimum height of a bar. */
const LOWEST = 0.6;

/** Draws each value over its span: a bar from zero, coloured by gain and loss. */
function drawBars(points: readonly ChartPoint[], { x, y }: Axes): Markup[] {
  const zero = y(0);
  return points.flatMap(({ from, to, value }) => {
    if (value === null) return [];
    const [left, right] = [x(from), x(to)];
    const width = Math.max(NARROWEST, right - left - BESIDE);
    const bar = {
      x: round(right - width),
      y: Math.min(zero, y(value)),
      width: round(width),
      height: Math.max(LOWEST, round(Math.abs(y(value) - zero))),
      class: value < 0 ? "loss" : "gain",
    };
    return [element("rect", bar)];
  });
}

/** Draws a line through the values, with the area to zero; a value on its own is a dot. */
function drawLevels(points: readonly ChartPoint[], { x, y }: Axes): Markup[] {
  return stretchesOf(points).flatMap((stretch) => {
    const places = stretch.map(({ to, value }) => [x(to), y(value)] as const);
    const [[first, height] = [0, 0], ...rest] = places;
    const last = rest.at(-1)?.[0];
    if (last === undefined) {
      return [element("circle", { cx: first, cy: height, r: 2.5, class: "dot" })];
    }
    const line = `M${places.map((place) => place.join(",")).join("L")}`;
    return [
      element("path", { class: "area", d: `${line}L${last},${y(0)}L${first},${y(0)}Z` }),
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
  let end: number | undefined;
  for (const { from, to, value } of points) {
    const stretch = stretches.at(-1);
    if (value !== null && stretch !== undefined && end !== undefined && from <= end) {
      stretch.push({ from, to, value });
    } else if (value !== null) stretches.push([{ from, to, value }]);
    end = value === null ? undefined : to;
  }
  return stretches;
}
