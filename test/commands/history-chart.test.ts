import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { profileEnv } from "../settings/home.js";
import { carry, type Surroundings } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile();
const chart = (argv: readonly string[], surroundings: Surroundings = {}) =>
  carry(["funding", "history", ...argv, "--chart"], {
    ...surroundings,
    env: { ...env(), ...surroundings.env },
  });

const lines = (text: string) => text.trimEnd().split("\n");

describe("funding history --chart", () => {
  it("draws the rate, what it adds up to, and the figures of the list below", async () => {
    const { stdout, stderr, code } = await chart(["1", "--start", "7d"], { terminal: 80 });
    expect([code, stderr]).toEqual([0, ""]);
    expect(lines(stdout)[0]).toBe("funding rate of market 1, every 8h");
    expect(stdout).toContain("\ncumulative rate\n");
    expect(stdout).toMatch(/^from 2026-05-25 08:00Z to 2026-06-01 08:00Z$/m);
    const list = await carry(["funding", "history", "1", "--start", "7d"], {
      env: env(),
      terminal: 80,
    });
    expect(lines(stdout).slice(-2)).toEqual(lines(list.stdout).slice(0, 2));
  });

  it("fits two plots, the axis and the figures on a screen of 24 lines", async () => {
    const { stdout } = await chart(["1", "--start", "7d"], { terminal: 80 });
    expect(lines(stdout).length).toBeLessThan(24);
  });

  it("overlays several markets, each with a mark and how often it settles", async () => {
    const { stdout } = await chart(["1", "4", "9", "--start", "7d"], {
      terminal: 120,
      env: { NO_COLOR: "1" },
    });
    expect(stdout).toMatch(
      /^● market 1, every 8h {3}○ market 4, every 1h {3}▲ market 9, every 8h {3}\* several/m,
    );
    expect(stdout).toMatch(/^funding rate per 8h(;|$)/m);
    expect(stdout).toMatch(/^market 1 {3}\S+ %\/yr .*\n(.*\n)?market 4 {3}\S+ %\/yr /m);
  });

  it("is 80 columns wide and without colour where there is no terminal", async () => {
    const { stdout } = await chart(["1", "4", "--start", "30d"]);
    expect(stdout).not.toContain("\u001b");
    const widths = lines(stdout).map((line) => line.length);
    expect(Math.max(...widths)).toBe(80);
  });

  it.each([80, 120, 200])("is no wider than a terminal of %s columns", async (terminal) => {
    const { stdout } = await chart(["1", "4", "9", "--start", "30d"], { terminal });
    const widths = lines(stripVTControlCharacters(stdout)).map((line) => line.length);
    expect(Math.max(...widths)).toBe(terminal);
  });

  it("is plain ASCII where the locale is", async () => {
    const { stdout } = await chart(["1", "4"], { env: { LANG: "C" } });
    expect(stdout).toMatch(/^[ -~\n]+$/);
    expect(stdout).toMatch(/^o market 1, every 8h {3}x market 4, every 1h/m);
  });

  it("labels its time axis in the local zone with the setting time local", async () => {
    const { stdout } = await chart(["4", "--start", "2d"], {
      env: { ...profileEnv({ time: "local" }), TZ: "Asia/Kolkata" },
    });
    expect(stdout).toMatch(/^from 2026-05-30 16:30\+05:30 to 2026-06-01 17:30\+05:30$/m);
    expect(stdout).toContain("05-31 00:00");
  });

  it("says that there is nothing in the range, as the list does", async () => {
    const { stdout, stderr, code } = await chart(["1", "--start", "1m"]);
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toBe("note: No settled funding in this range.\n");
  });

  it("writes a note if no event has a rate, and still counts them", async () => {
    const data = [0, 8].map((hour) => ({
      funding_time: `2026-05-31T0${hour}:00:00Z`,
      funding_rate: null,
      funding_interval: 8,
      mark_price: "1",
    }));
    const server = await faultyServer((socket) =>
      socket.write(answer(200, JSON.stringify({ data }))),
    );
    const argv = ["funding", "history", "7", "--chart", "--base-url", server.url];
    const { stdout, stderr, code } = await carry(argv);
    expect([code, stderr]).toEqual([0, "note: no value is known, so there is nothing to draw\n"]);
    expect(stdout).toMatch(/^market 7 {3}– %\/yr {3}sum – {3}2 events, 0 with a rate, 2 missing/);
  });

  it("draws the markets that were found, and reports the one that was not", async () => {
    const { stdout, stderr, code } = await chart(["1", "999999", "--start", "2d"]);
    expect(code).toBe(4);
    expect(stderr).toMatch(/^error: market 999999: /);
    expect(stdout).toMatch(/^funding rate of market 1/);
  });
});

it("a chart is drawn where another format is the default", async () => {
  const { code, stdout } = await chart(["1"], { env: { CARRY_OUTPUT: "json" } });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^funding rate of market 1/)]);
});

describe("a chart that cannot be", () => {
  it.each([
    [["-o", "json"], {}, "--chart: a chart cannot be printed as json"],
    [["--csv"], {}, "cannot be printed as csv"],
    [["-o", "ndjson"], {}, "cannot be printed as ndjson"],
    [["--columns", "funding_rate"], {}, "--chart: a chart has no columns for --columns"],
    [["--sort", "funding_rate"], {}, "--chart: a chart has no columns for --sort"],
    [["--resolution", "1d"], {}, "--chart: the fields of daily aggregates are not documented"],
    [["2", "3", "4", "5", "6", "7", "8", "9"], {}, "--chart: 9 markets are too many for one chart"],
    [[], { terminal: 39 }, "--chart: the terminal has 39 columns, and a chart needs 40"],
  ] as const)("%j %j exits 2 with a hint, and sends nothing", async (argv, around, named) => {
    const server = await faultyServer((socket) => socket.destroy());
    const { code, stdout, stderr } = await chart(["1", "--base-url", server.url, ...argv], around);
    expect([code, stdout]).toEqual([2, ""]);
    const error = stderr.startsWith("{") ? JSON.parse(stderr).error : undefined;
    expect(error?.message ?? stderr).toContain(named);
    expect(error?.hint ?? stderr).toMatch(/hint: |leave out/);
    expect(server.requests).toEqual([]);
  });
});
