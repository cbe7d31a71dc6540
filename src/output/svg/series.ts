import type { ChartPoint } from "../chart/layout/columns.js";
import { element, type Markup } from "../markup/element.js";
import { round, type ValueAxis } from "./value-axis.js";

/** Axes of a plot. */
export interface Axes {
  /** Returns the place of a time. */
  readonly x: (time: number) => number;
  readonly y: ValueAxis;
}

/** Minimum width of a bar, and width of one whose span is unknown. */
const NARROWEST = 1.5;
const BESIDE = 1;

/** Draws each value over its span: a bar from zero, coloured by gain and loss. */
export function drawBars(points: readonly ChartPoint[], { x, y }: Axes): Markup[] {
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
export function drawLevels(points: readonly ChartPoint[], { x, y }: Axes): Markup[] {
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
