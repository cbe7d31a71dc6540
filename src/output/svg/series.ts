import { area, curveLinear, curveStepBefore, line } from "d3-shape";
import type { ChartPoint } from "../chart/layout/columns.js";
import { element, type Markup } from "../markup/element.js";
import { round, type ValueAxis } from "./value-axis.js";

/** Axes of a plot. */
export interface Axes {
  /** Returns the place of a time. */
  readonly x: (time: number) => number;
  readonly y: ValueAxis;
}

interface Place {
  readonly x: number;
  readonly y: number;
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

/**
 * Draws levels as a line from each value to the next, broken at gaps.
 * @param filled whether the area between the line and zero is filled
 */
export function drawLevels(
  points: readonly ChartPoint[],
  axes: Axes,
  index: number,
  filled: boolean,
): Markup[] {
  const { x, y } = axes;
  const stretches = stretchesOf(points).map((stretch) =>
    stretch.map(({ to, value }) => ({ x: x(to), y: y.at(value) })),
  );
  const areas = filled ? stretches.map((places) => shadeOf(places, y.at(0))) : [];
  return [
    ...areas,
    ...stretches.map((places) =>
      places.length === 1 ? dot(places, index) : path(pathOf(places, curveLinear), index),
    ),
  ];
}

/** Draws values over their spans as steps, broken at gaps. */
export function drawSteps(points: readonly ChartPoint[], axes: Axes, index: number): Markup[] {
  const { x, y } = axes;
  return stretchesOf(points).map((stretch) => {
    const [first] = stretch;
    const begin = first === undefined ? [] : [{ x: x(first.from), y: y.at(first.value) }];
    const rest = stretch.map(({ to, value }) => ({ x: x(to), y: y.at(value) }));
    const isPoint = first !== undefined && stretch.length === 1 && first.from === first.to;
    return isPoint ? dot(rest, index) : path(pathOf([...begin, ...rest], curveStepBefore), index);
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

function pathOf(places: readonly Place[], curve: typeof curveLinear): string {
  const draw = line<Place>(
    ({ x }) => x,
    ({ y }) => y,
  );
  return draw.curve(curve).digits(1)(places) ?? "";
}

function shadeOf(places: readonly Place[], zero: number): Markup {
  const draw = area<Place>(
    ({ x }) => x,
    zero,
    ({ y }) => y,
  );
  return element("path", { class: "area", d: draw.digits(1)(places) ?? "" });
}

function path(d: string, index: number): Markup {
  return element("path", { class: `line s${index}`, d });
}

function dot([place]: readonly Place[], index: number): Markup {
  return element("circle", { cx: place?.x, cy: place?.y, r: 2.5, class: `s${index}` });
}
