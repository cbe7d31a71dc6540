import { round, valueAxis } from "../chart/axes.js";
import type { DrawnUnit } from "../chart/plot.js";
import { element, type Markup } from "../markup/element.js";
import { CHARACTER, cut, type DrawnChart, widthOf } from "./labels.js";

/** A row of a chart of bars. */
export interface BarRow {
  readonly name: string;
  /** Drawn from zero; null if unknown. */
  readonly value: number | null;
  /** Text at the end of the row. */
  readonly text: string;
  /** Whether it is a gain or a loss, and no size. */
  readonly isResult: boolean;
}

const ROW = 20;
const BAR = 12;
const WIDEST_NAME = 20 * CHARACTER;
const BETWEEN = 8;
/** Height of the labels of the axis, below the rows. */
const AXIS = 20;

/** Units of the picture for each tick. */
const TICK_DISTANCE = 80;

function ticksIn(width: number): number {
  return Math.max(2, Math.floor(width / TICK_DISTANCE));
}

/** Draws rows of bars with their names and values; negative values extend to the left. */
export function drawBarChart(rows: readonly BarRow[], width: number, unit: DrawnUnit): DrawnChart {
  const names = Math.min(WIDEST_NAME, Math.max(...rows.map(({ name }) => widthOf(name))));
  const texts = Math.max(...rows.map(({ text }) => widthOf(text)));
  const [left, right] = [Math.ceil(names) + BETWEEN, width - Math.ceil(texts) - BETWEEN];
  const values = rows.flatMap(({ value }) => value ?? []);
  const { at, ticks } = valueAxis(values, [left, right], unit, ticksIn(right - left), true);
  const bottom = rows.length * ROW;
  let free = Number.NEGATIVE_INFINITY;
  const axis = ticks.flatMap(({ at: x, label, value }): Markup[] => {
    const line = element("path", { class: value === 0 ? "zero" : "rule", d: `M${x},0V${bottom}` });
    const start = x - widthOf(label) / 2;
    if (start < free) return [line];
    free = start + widthOf(label) + CHARACTER;
    return [line, element("text", { x, y: bottom + 14, "text-anchor": "middle" }, label)];
  });
  const drawn = rows.map(({ name, value, text, isResult }, index) => {
    const middle = index * ROW + ROW / 2;
    const tone = isResult ? ((value ?? 0) < 0 ? "loss" : "gain") : "size";
    const bar = value === null ? undefined : barOf([at(0), at(value)], middle, tone);
    return element(
      "g",
      {},
      element("title", {}, `${name}: ${text}`),
      element("rect", { class: "hover", x: 0, y: index * ROW, width, height: ROW }),
      element("text", { class: "name", x: 0, y: middle + 4 }, cut(name, names + 1)),
      bar,
      element("text", { x: width, y: middle + 4, "text-anchor": "end" }, text),
    );
  });
  return { content: [...axis, ...drawn], height: bottom + AXIS };
}

function barOf(ends: readonly [number, number], middle: number, tone: string): Markup {
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const size = { width: Math.max(0.6, round(to - from)), height: BAR };
  return element("rect", { class: tone, x: round(from), y: middle - BAR / 2, ...size });
}
