import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MarketEvent } from "../../src/figures/credible/settled-event.js";
import type { Plot } from "../../src/output/chart/plot.js";
import { NARROWEST_CHART, renderTerminalChart } from "../../src/output/chart/terminal.js";
import type { Look } from "../../src/output/text/look.js";
import { historyPlots } from "../../src/run/screen/funding-chart.js";

/** Draws a chart without anything below it. @param height lines of the terminal; undefined for a pipe */
async function renderChart(plots: readonly Plot[], look: Look, height?: number) {
  const sink = {
    isTTY: height !== undefined,
    columns: undefined,
    rows: height,
    write: async () => {},
  };
  const { text, isDrawn } = await renderTerminalChart(plots, [], look, sink);
  return isDrawn ? text.slice(0, -1) : undefined;
}

const HOUR = 3_600_000;
const START = Date.parse("2026-05-25T00:00:00Z");

const look = (overrides: Partial<Look> = {}): Look => ({
  color: false,
  width: 80,
  unicode: true,
  now: START,
  zone: "UTC",
  ...overrides,
});

/** Settled events, the first one after `hours`, with rates that swing around a mean. */
function events(hours: number, count: number, mean: number, swing: number): MarketEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    time: START + (index + 1) * hours * HOUR,
    rate: (mean + swing * Math.sin((index * hours) / 19)).toFixed(8),
    interval: hours,
  }));
}

const single = (rates: readonly (string | null)[], hours = 8) =>
  historyPlots([
    {
      name: "market 1",
      events: rates.map((rate, index) => ({
        time: START + (index + 1) * hours * HOUR,
        rate,
        interval: hours,
      })),
    },
  ]);

const lone = historyPlots([{ name: "market 1", events: events(8, 21, 0.00004, 0.00013) }]);
const threeMarkets = historyPlots([
  { name: "market 1", events: events(8, 90, 0.00004, 0.00013) },
  { name: "market 12", events: events(1, 720, -0.00001, 0.00002) },
  { name: "market 7", events: events(4, 180, 0.00011, -0.00004) },
]);

async function drawn(plots: ReturnType<typeof single>, overrides: Partial<Look> = {}, height = 24) {
  const text = await renderChart(plots, look(overrides), height);
  if (text === undefined) throw new Error("nothing was drawn");
  return text;
}

/** The lines of a plot from the top down, without heading and time axis. */
function plotLines(text: string, plot: number): string[] {
  return (text.split("\n\n")[plot] ?? "").split("\n").filter((line) => /[┤│]/.test(line));
}

/** Reads the bars of a plot: percent in each column, and the resolution. */
function readBars(text: string, plot: number): { values: number[]; step: number } {
  const lines = plotLines(text, plot).map((line) => {
    const [, label = "", body = ""] = /^ *([^ ┤│]*)[┤│](.*)$/.exec(line) ?? [];
    return { label: Number.parseFloat(label.replaceAll(",", "")), body };
  });
  const zero = lines.findIndex(({ label }) => label === 0);
  const [other = 0] = [...lines.keys()].filter((at) => (lines[at]?.label || 0) !== 0);
  const step = (lines[other]?.label ?? 0) / (zero - other);
  const sizes: Readonly<Record<string, number>> = { "█": 1, "▄": 0.5, "▀": 0.5 };
  const columns = Math.max(...lines.map(({ body }) => body.length));
  const values = Array.from({ length: columns }, (_, column) =>
    lines.reduce((sum, { body }, at) => {
      const mark = body.charAt(column);
      const down = at > zero || (at === zero && mark === "▄");
      return sum + (sizes[mark] ?? 0) * (down ? -step : step);
    }, 0),
  );
  return { values, step };
}

describe("a chart", () => {
  it.each([
    ["one-market-80", lone, { width: 80 }, 24],
    ["one-market-120", lone, { width: 120 }, 40],
    ["one-market-80-ascii", lone, { width: 80, unicode: false }, 24],
    ["three-markets-80", threeMarkets, { width: 80 }, 24],
    ["three-markets-120", threeMarkets, { width: 120 }, 40],
    ["three-markets-120-ascii", threeMarkets, { width: 120, unicode: false }, 40],
    ["three-markets-200", threeMarkets, { width: 200 }, 50],
  ] as const)("looks like %s", async (name, plots, overrides, height) => {
    const text = await drawn([...plots], overrides, height);
    await expect(text).toMatchFileSnapshot(`./__snapshots__/chart/${name}.txt`);
  });

  it("of three plots leaves room for the figures below it on a terminal of 24 lines", async () => {
    const plots = ["funding", "basis", "net"].map((title) => ({ ...lone[0], title }));
    const lines = (await drawn(plots as typeof lone)).trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(22);
    expect([0, 1, 2].map((at) => plotLines(lines.join("\n"), at).length >= 2)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("of one event is a bar at its time", async () => {
    const text = await drawn(single(["0.0001"]));
    expect(text).toContain("from 2026-05-24 20:00Z to 2026-05-25 20:00Z");
    expect(readBars(text, 0).values.filter((value) => value !== 0)).toEqual([expect.closeTo(0.01)]);
    expect(text).not.toContain("no rate");
  });

  it("of nothing but zeros shows a line on zero", async () => {
    const lines = plotLines(await drawn(single(["0", "0.0000", "0"])), 0);
    expect(lines.filter((line) => line.includes("─"))).toEqual([
      expect.stringMatching(/^ *0%┤─+$/),
    ]);
    expect(lines.join("")).not.toMatch(/[█▄▀┄]/);
  });

  it("of equal rates shows one bar", async () => {
    const { values } = readBars(await drawn(single(["0.0001", "0.0001", "0.0001"])), 0);
    expect(new Set(values).size).toBe(1);
    expect(values[0]).toBeCloseTo(0.01);
  });

  it.each(["0.0000000000000012", "0.000000012", "0.00000012", "120", "123456789012.5", "-1e-300"])(
    "of %s is read as that, and keeps its labels short",
    async (rate) => {
      const text = await drawn(single([rate, rate]));
      const { values, step } = readBars(text, 0);
      expect(Math.abs((values[0] ?? 0) - Number(rate) * 100)).toBeLessThanOrEqual(step / 3.9);
      const labels = plotLines(text, 0).map((line) => line.replace(/[┤│].*/, "").trim());
      expect(Math.max(...labels.map((label) => label.length))).toBeLessThanOrEqual(11);
    },
  );

  it("has bars that end within a quarter of a line of their rates", async () => {
    const rates = fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 2, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(rates, fc.integer({ min: 16, max: 60 }), async (units, height) => {
        const sent = units.map((unit) => (unit / 1e7).toFixed(7));
        const { values, step } = readBars(await drawn(single(sent), {}, height), 0);
        for (const [index, rate] of sent.entries()) {
          const middle = Math.floor(((index + 0.5) / sent.length) * values.length);
          const off = Math.abs((values[middle] ?? 0) - Number(rate) * 100);
          expect(off).toBeLessThanOrEqual(step / 3.9);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("shows rates that differ by no more than the error of a sum on one line", async () => {
    const rate = fc.integer({ min: -40, max: 40 });
    await fc.assert(
      fc.asyncProperty(fc.array(rate, { minLength: 4, maxLength: 12 }), async (units) => {
        const points = (error: number) =>
          units.map((unit, index) => ({
            from: START + index * HOUR,
            to: START + (index + 1) * HOUR,
            value: (unit / 2000) * (1 + error),
          }));
        const series = [0, -1e-14, 1e-14].map((error) => ({ label: "", points: points(error) }));
        const text = await renderChart([{ title: "", series, combine: "last" }], look());
        const lines = plotLines(text ?? "", 0);
        expect(lines.join("")).toContain("*");
        expect(lines.join("")).not.toMatch(/[●○▲]/);
      }),
    );
  });

  it("has nothing to draw if no event has a rate", async () => {
    expect(await renderChart(single([null, null]), look())).toBeUndefined();
    expect(
      await renderChart(historyPlots([{ name: "market 1", events: [] }]), look()),
    ).toBeUndefined();
  });

  it("is not drawn in less than 40 columns", async () => {
    expect(await renderChart(lone, look({ width: NARROWEST_CHART - 1 }))).toBeUndefined();
    expect(await renderChart(lone, look({ width: NARROWEST_CHART }))).toBeDefined();
  });
});

describe("a gap in a chart", () => {
  const third = (line: string | undefined, part: number) => {
    const body = (line ?? "").replace(/^.*?[┤│]/, "");
    const middle = Math.floor((body.length * (2 * part + 1)) / 6);
    return body.charAt(middle);
  };
  const zeroLine = (text: string, plot: number) =>
    text.split("\n").filter((line) => / 0%┤/.test(line))[plot];

  it("is left where a rate is null, in both plots, and is not a zero", async () => {
    const text = await drawn(single(["0.0001", null, "0.0001"]));
    expect(text.match(/^┄┄┄ no rate$/gm)).toHaveLength(2);
    for (const plot of [0, 1]) {
      const line = zeroLine(text, plot);
      expect([0, 1, 2].map((part) => third(line, part))).toEqual(["▀", "┄", "▀"]);
    }
    const zero = zeroLine(await drawn(single(["0.0001", "0", "0.0001"])), 0);
    expect([0, 1, 2].map((part) => third(zero, part))).toEqual(["▀", "─", "▀"]);
  });

  it("is left where an event is missing", async () => {
    const whole = events(8, 9, 0.0001, 0);
    const holed = whole.filter((_, index) => index < 3 || index > 5);
    const line = zeroLine(await drawn(historyPlots([{ name: "market 1", events: holed }])), 0);
    expect([0, 1, 2].map((part) => third(line, part))).toEqual(["▀", "┄", "▀"]);
  });

  it("does not change the sum behind it", async () => {
    const holed = await drawn(single(["0.0001", null, "0.0003"]));
    const whole = await drawn(single(["0.0001", "0", "0.0003"]));
    expect(readBars(holed, 1).values.at(-1)).toBeCloseTo(0.04);
    expect(readBars(whole, 1).values.at(-1)).toBeCloseTo(0.04);
  });
});

describe("the columns of a chart", () => {
  it("show the mean where several events share one, and say so", async () => {
    const spikes = Array.from({ length: 720 }, (_, index) => (index % 2 === 0 ? "0.01" : "0"));
    const text = await drawn(single(spikes, 1));
    const [heading = ""] = text.split("\n");
    expect(heading).toBe("funding rate of market 1, every 1h; a column is the mean of its events");
    const { values } = readBars(text, 0);
    expect(Math.max(...values)).toBeLessThan(0.65);
    expect(Math.min(...values)).toBeGreaterThan(0.35);
  });

  it("say nothing of a mean where each event has its own", async () => {
    expect((await drawn(lone)).split("\n")[0]).toBe("funding rate of market 1, every 8h");
  });

  it("end the cumulative plot at the exact sum", async () => {
    const text = await drawn(
      single(
        Array.from({ length: 800 }, () => "0.00001"),
        1,
      ),
    );
    const { values, step } = readBars(text, 1);
    expect(Math.abs((values.at(-1) ?? 0) - 0.8)).toBeLessThanOrEqual(step / 3.9);
  });
});

describe("rates of markets that settle at different intervals", () => {
  const daily = (id: number, hours: number) => ({
    name: `market ${id}`,
    events: events(hours, 168 / hours, (0.0001 * hours) / 8, 0),
  });

  it("are drawn for the longest of them, which the heading says", async () => {
    const plots = historyPlots([daily(1, 8), daily(2, 4), daily(3, 1)]);
    const [rates] = plots;
    expect(rates?.title).toBe("funding rate per 8h");
    const values = rates?.series.flatMap(({ points }) => points.map(({ value }) => value ?? 0));
    for (const value of values ?? []) expect(value).toBeCloseTo(0.01, 9);
    expect(await drawn(plots)).toMatch(/^funding rate per 8h;? ?.*\n(.*\n)?● market 1, every 8h/);
  });

  it("leave what they add up to as it is", () => {
    const alone = historyPlots([daily(3, 1)])[1]?.series[0]?.points;
    expect(historyPlots([daily(1, 8), daily(3, 1)])[1]?.series[1]?.points).toEqual(alone);
  });

  it("are as they were settled where all are for as long", () => {
    expect(historyPlots([daily(1, 8), daily(2, 8)])[0]?.title).toBe("funding rate");
    expect(lone[0]?.title).toBe("funding rate of market 1, every 8h");
  });

  it("have none of a market with a single event: nobody knows what time it is for", () => {
    const [rates, sums] = historyPlots([
      daily(1, 8),
      { name: "market 2", events: events(8, 1, 0.0001, 0) },
    ]);
    expect(rates?.series[1]).toMatchObject({
      label: "market 2, one event: no rate",
      points: [{ value: null }],
    });
    expect(sums?.series[1]?.points).toMatchObject([{ value: 0.01 }]);
  });
});

describe("the time axis", () => {
  const hourly = historyPlots([{ name: "market 1", events: events(1, 48, 0.0001, 0.0001) }]);
  const around = (iso: string, hours: number) =>
    historyPlots([
      {
        name: "market 1",
        events: Array.from({ length: hours }, (_, index) => ({
          time: Date.parse(iso) + index * HOUR,
          rate: "0.0001",
          interval: 1,
        })),
      },
    ]);

  it("has its ticks at round times of the zone, and shows the whole span", async () => {
    const utc = await drawn(hourly);
    expect(utc).toContain("05-25 12:00");
    expect(utc).toContain("from 2026-05-25 00:00Z to 2026-05-27 00:00Z");
    const kolkata = await drawn(hourly, { zone: "Asia/Kolkata" });
    expect(kolkata).toContain("05-26 00:00");
    expect(kolkata).toContain("from 2026-05-25 05:30+05:30 to 2026-05-27 05:30+05:30");
  });

  it.each([
    ["2026-03-28T12:00:00Z", "from 2026-03-28 12:00+01:00 to 2026-03-30 14:00+02:00"],
    ["2026-10-24T12:00:00Z", "from 2026-10-24 13:00+02:00 to 2026-10-26 13:00+01:00"],
  ])("goes through a change of the clocks after %s", async (iso, span) => {
    const text = await drawn(around(iso, 49), { zone: "Europe/Berlin" });
    expect(text).toContain(span);
    const day = Number(iso.slice(8, 10));
    expect(text).toMatch(new RegExp(`${day + 1} 00:00 .*${day + 2} 00:00`));
  });
});

describe("whatever is drawn", () => {
  const market = fc.record({
    name: fc.nat(1e9).map((id) => `market ${id}`),
    events: fc.array(
      fc.record({
        time: fc.integer({ min: START, max: START + 40 * 24 * HOUR }),
        rate: fc.option(
          fc.oneof(
            fc.double({ min: -0.01, max: 0.01, noNaN: true }).map((it) => it.toFixed(10)),
            fc.integer({ min: -300, max: 300 }).map((power) => `1e${power}`),
          ),
        ),
        interval: fc.option(fc.constantFrom(1, 4, 8)),
      }),
      { maxLength: 60 },
    ),
  });

  it("fits the terminal, and is plain ASCII where that is all it can show", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(market, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: NARROWEST_CHART, max: 220 }),
        fc.integer({ min: 5, max: 80 }),
        fc.boolean(),
        async (markets, width, height, unicode) => {
          const text = await renderChart(
            historyPlots(markets),
            look({ width, unicode, zone: "Asia/Kathmandu" }),
            height,
          );
          for (const line of (text ?? "").split("\n")) {
            expect(line.length).toBeLessThanOrEqual(width);
            expect(line).toBe(line.trimEnd());
            if (!unicode) expect(line).toMatch(/^[ -~]*$/);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
