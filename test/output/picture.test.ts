import { describe, expect, it } from "vitest";
import { valueAxis } from "../../src/output/chart/axes.js";
import { drawPicture } from "../../src/output/chart/picture.js";
import type { ChartPoint, Plot } from "../../src/output/chart/plot.js";

const HOUR = 3_600_000;
const START = Date.parse("2026-05-25T00:00:00Z");
const SIZE = { width: 760, plotHeight: 150 };

const point = (hour: number, value: number | null): ChartPoint => ({
  from: START + (hour - 1) * HOUR,
  to: START + hour * HOUR,
  value,
});

const plot = (points: readonly ChartPoint[], more: Partial<Plot> = {}): Plot => ({
  title: "net PnL, USD",
  series: [{ label: "net PnL", points }],
  combine: "last",
  unit: "usd",
  ...more,
});

function drawn(...plots: Plot[]): string {
  return (drawPicture(plots, SIZE, "UTC")?.content ?? []).map(({ markup }) => markup).join("");
}

const count = (text: string, part: RegExp) => [...text.matchAll(part)].length;

describe("a chart as a picture", () => {
  it("draws a gap in time and an unknown value as gaps, and never as 0", () => {
    const text = drawn(
      plot([
        point(1, 5),
        point(2, 6),
        point(3, null),
        point(4, 7),
        point(5, 8),
        point(9, 9),
        point(10, 9),
      ]),
    );
    expect(count(text, /class="(line|dot)"/g)).toBe(3);
    expect(text).toContain("(gaps: no rate)");
  });

  it("draws amounts of their own as bars, coloured by gain and loss", () => {
    const text = drawn(plot([point(1, 5), point(2, -6), point(3, null)], { isPerSpan: true }));
    expect(count(text, /<rect[^>]*class="gain"/g)).toBe(1);
    expect(count(text, /<rect[^>]*class="loss"/g)).toBe(1);
  });

  it("is none where no value is known", () => {
    expect(drawPicture([plot([point(1, null)])], SIZE, "UTC")).toBeUndefined();
  });
});

describe("the labels of values", () => {
  const labels = (values: readonly number[], unit: "usd" | "percent" = "usd") =>
    valueAxis(values, unit, 4).ticks.map(({ label }) => label);

  it.each([
    [[1234.5, -300], "usd", ["-500", "0", "+500", "+1,000", "+1,500"]],
    [[0.4], "usd", ["0", "+0.1", "+0.2", "+0.3", "+0.4"]],
    [
      [0.00012, 0],
      "percent",
      ["0%", "+0.00002%", "+0.00004%", "+0.00006%", "+0.00008%", "+0.00010%", "+0.00012%"],
    ],
    [[0], "usd", ["-1.0", "-0.5", "0", "+0.5", "+1.0"]],
    [[3e12], "usd", ["0", "+1e12", "+2e12", "+3e12"]],
  ] as const)("of %j %s are round and differ", (values, unit, expected) => {
    const found = labels(values, unit);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expected);
  });
});
