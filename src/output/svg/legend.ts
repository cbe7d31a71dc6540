import type { ChartSeries } from "../chart/layout/plot.js";
import { element, type Markup } from "../markup/element.js";
import { cut, LINE, widthOf } from "./canvas.js";

/** Length of the line that stands for a series. */
const SAMPLE = 22;
const BETWEEN = 14;

/** The names of the series, in as many lines as they need. */
export interface Legend {
  readonly height: number;
  /** @param top upper edge of the first line */
  draw(left: number, top: number): Markup[];
}

/** Lays out the names of several series beside their lines; nothing for a single one. */
export function legendOf(series: readonly ChartSeries[], width: number): Legend {
  if (series.length < 2) return { height: 0, draw: () => [] };
  let [x, row] = [0, 0];
  const places = series.map(({ label: name }) => {
    const label = cut(name, width - SAMPLE - 5);
    const size = SAMPLE + 5 + widthOf(label);
    if (x > 0 && x + size > width) [x, row] = [0, row + 1];
    const place = { x, row, label };
    x += size + BETWEEN;
    return place;
  });
  return {
    height: (row + 1) * LINE + 2,
    draw: (left, top) =>
      places.flatMap((place, index) => {
        const [start, y] = [left + place.x, top + place.row * LINE + 8];
        const sample = `M${start},${y}h${SAMPLE}`;
        return [
          element("path", { class: `line s${index}`, d: sample }),
          element("text", { class: "name", x: start + SAMPLE + 5, y: y + 4 }, place.label),
        ];
      }),
  };
}
