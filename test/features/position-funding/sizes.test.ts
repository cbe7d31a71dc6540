import { describe, expect, it } from "vitest";
import { point } from "../../commands/archive-service.js";
import { DAY, HOUR, past, told } from "../../commands/past-service.js";
import { inFull } from "../../support/answers.js";
import { carry, type Surroundings } from "../../support/carry.js";
import { contradictions } from "../../support/closed-schema.js";
import { leg, uuidOf } from "../../support/records.js";

interface Leg {
  readonly funding: {
    readonly value: number | null;
    readonly counted: number;
    readonly of: number;
  };
  readonly unknown?: string;
  readonly sizes?: string;
  readonly recorded_since?: string;
  readonly events_without_size?: number;
  readonly legs_alike?: boolean;
}

interface Json {
  readonly rows: readonly Record<string, unknown>[];
  readonly totals: { readonly funding: Leg["funding"]; readonly legs: readonly Leg[] };
}

/** A Monday, 00:00 UTC, when the position is opened. */
const BEGIN = Date.parse("2026-06-01T00:00:00Z");
const iso = (hours: number) => new Date(BEGIN + hours * HOUR).toISOString().replace(".000Z", "Z");
const ID = uuidOf(1);

/** Events every 8 hours from five days before to `days` after: 6 USD for a quantity of 1. */
const events = (days = 4, rate = "0.0001") =>
  Array.from({ length: 3 * (days + 5) + 1 }, (_, n) =>
    point(BEGIN + days * DAY - n * 8 * HOUR, { funding_rate: rate, mark_price: "60000" }),
  );

const long = (quantity: number, more: object = {}) => leg({ quantity, ...more });
const short = (quantity: number, more: object = {}) =>
  leg({ quantity, side: "short", exchange: "bybit", market_id: 2, ...more });

type Legs = readonly Record<string, unknown>[];

/** Variables of a run without an archive. */
const UNRECORDED = { CARRY_ARCHIVE: "/nonexistent/archive" };

/** A service, snapshots of one position in its archive, and commands at a later time. */
async function desk(hours: number, sent = events()) {
  const found = await past();
  found.service.respond = () => ({ data: sent });
  const opened_at = iso(0);
  const record = async (...points: readonly (readonly [hours: number, legs: Legs])[]) => {
    for (const [at, legs] of points) {
      await found.look(BEGIN + at * HOUR, [told(1, { at: BEGIN }, { opened_at, legs })]);
    }
  };
  /** Lets the service send the position as it is now. */
  const now = (legs: Legs, more: object = {}, ofLegs: object = {}) => {
    found.service.now = BEGIN + hours * HOUR;
    const listed = told(1, { at: BEGIN }, { opened_at, legs, ...more });
    found.service.positions = [listed];
    const full = inFull(listed) as { legs: object[] };
    const whole = { ...full, legs: full.legs.map((it) => ({ ...it, ...ofLegs })) };
    found.service.details.set(ID, whole);
  };
  const run = (argv: readonly string[], more: Surroundings = {}) =>
    carry(["positions", ...argv], {
      ...more,
      env: { CARRY_RETRIES: "0", ...found.env, ...more.env },
      clock: { now: () => found.service.now },
    });
  const json = async (...words: string[]): Promise<Json> => {
    const { stdout, stderr } = await run(["funding", ID, ...words, "-o", "json"]);
    if (stdout === "") throw new Error(stderr);
    return JSON.parse(stdout) as Json;
  };
  /** Prints the same where there is no archive. */
  const unrecorded = async () => {
    const { stdout } = await run(["funding", ID, "-o", "json"], { env: UNRECORDED });
    return JSON.parse(stdout) as Json;
  };
  const asked = () => found.server.requests.filter((it) => it.includes("/funding/history/"));
  return { ...found, record, now, run, json, unrecorded, asked };
}

describe("positions funding with snapshots", () => {
  it("counts each event at the size that was recorded around it", async () => {
    const { record, now, json } = await desk(49);
    // Six events, at 8 to 48 hours; the size changes between the third and the fourth.
    await record([1, [long(1)]], [24.5, [long(1)]], [25, [long(3)]]);
    now([long(3)]);
    const { rows, totals } = await json("--by", "event");
    expect(rows.map(({ quantity, funding }) => [quantity, funding])).toEqual([
      ...Array(3).fill([1, -6]),
      ...Array(3).fill([3, -18]),
    ]);
    expect(rows.at(-1)?.cumulative).toBe(-72);
    expect(totals.legs[0]).toMatchObject({
      funding: { value: -72, counted: 6, of: 6 },
      ...{ sizes: "recorded", recorded_since: iso(1), events_without_size: 0 },
    });
  });

  it("does not count an event between two sizes, also where the last one is that of now", async () => {
    const { record, now, json, run } = await desk(49);
    await record([1, [long(1)]], [23, [long(1)]], [25, [long(3)]], [47, [long(3)]]);
    now([long(2)]);
    const { rows, totals } = await json("--by", "event");
    expect(rows.map(({ quantity, funding }) => [quantity, funding])).toEqual([
      ...Array(2).fill([1, -6]),
      [null, null],
      ...Array(2).fill([3, -18]),
      [null, null],
    ]);
    expect(totals.legs[0]).toMatchObject({
      funding: { value: -48, counted: 4, of: 6 },
      events_without_size: 2,
    });
    const { stdout } = await run(["funding", ID]);
    expect(stdout).toContain(
      "2 events are not counted: the size changed between the snapshots around them.",
    );
  });

  it("knows a closed leg by its last size before the closing, and without a snapshot not", async () => {
    const { record, now, json, unrecorded } = await desk(72);
    await record([1, [long(1), short(1)]], [30, [long(2), short(1)]]);
    now([long(0), short(0)], { status: "closed", closed_at: iso(33) }, { close_price: 61000 });
    const { totals } = await json();
    // Events at 8, 16 and 24 hours lie between 1 and 30, where the long leg was resized.
    expect(totals.legs.map(({ funding: { value, counted } }) => [value, counted])).toEqual([
      [-12, 1],
      [24, 4],
    ]);
    const without = await unrecorded();
    expect(without.totals.legs.map(({ unknown }) => unknown)).toEqual([
      "size_unknown",
      "size_unknown",
    ]);
  });

  it("tells legs that are alike apart by nothing: those of now count, closed ones are unknown", async () => {
    const { record, now, json, run } = await desk(33);
    await record([1, [long(1), long(2)]], [30, [long(1), long(2)]]);
    now([long(1), long(2)]);
    const open = await json();
    expect(open.totals.legs.map(({ sizes, legs_alike }) => [sizes, legs_alike])).toEqual(
      Array(2).fill(["now", true]),
    );
    expect(open.totals.funding.value).toBe(-18 * 4);
    expect((await run(["funding", ID])).stdout).toContain("cannot be distinguished in the archive");
    now([long(0), long(0)], { status: "closed", closed_at: iso(32) });
    expect((await json()).totals.legs.map(({ unknown }) => unknown)).toEqual(
      Array(2).fill("legs_alike"),
    );
  });

  it("takes no size from another position that had the id, nor from a closed listing", async () => {
    const { look, record, now, json } = await desk(33);
    await look(BEGIN - DAY, [told(1, { at: BEGIN }, { opened_at: iso(-30), legs: [long(9)] })]);
    await look(BEGIN - HOUR, []);
    now([long(1)]);
    expect((await json()).totals.legs[0]).toMatchObject({ sizes: "now", funding: { value: -24 } });
    await record([34, [long(1)]]);
    now([long(0)], { status: "closed", closed_at: iso(32) });
    const closed = told(1, { at: BEGIN }, { opened_at: iso(0), legs: [long(7)], status: "closed" });
    await look(BEGIN + 40 * HOUR, [{ ...closed, closed_at: iso(32) }]);
    expect((await json()).totals.funding.value).toBe(-24);
  });

  it("has events from the archive that the service no longer keeps, and asks for the rest", async () => {
    const { record, now, json, unrecorded, asked, service, sync } = await desk(60 * 24, events(60));
    service.respond = (url) => {
      const start = Date.parse(url.searchParams.get("start") ?? "");
      const oldest = Math.max(start, service.now - 30 * DAY);
      return { data: events(60).filter((it) => timeOf(it) >= oldest && timeOf(it) < service.now) };
    };
    for (const day of [20, 40]) {
      service.now = BEGIN + day * DAY;
      expect((await sync("1", "--no-positions", "-q")).code).toBe(0);
    }
    await record([41 * 24, [long(1)]]);
    now([long(1)]);
    const before = asked().length;
    const { totals } = await json();
    // What settles right now is not published yet.
    expect(totals.funding).toMatchObject({ value: -6 * 179, counted: 179, of: 180 });
    expect(asked()).toHaveLength(before + 1);
    const service30 = await unrecorded();
    expect(service30.totals.funding.counted).toBeLessThan(92);
  });

  it.each([
    [["--chart", "-o", "json"], 2, "--chart: a chart cannot be printed as json"],
    [["--chart", "--by", "leg"], 2, "--chart: a chart draws every event, not --by leg"],
  ])("refuses %j", async (words, exitCode, text) => {
    const { now, run } = await desk(33);
    now([long(1)]);
    const { code, stdout, stderr } = await run(["funding", ID, ...words]);
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: "" });
    expect(stderr.split("\n")[0]).toContain(text);
  });

  it("draws the cumulative funding of the position and of each leg, with a gap for what is missing", async () => {
    const holed = events().filter((it) => timeOf(it) !== BEGIN + 24 * HOUR);
    const { now, run } = await desk(49, holed);
    now([long(1), short(2)]);
    for (const width of [60, 80, 120, 200]) {
      const { code, stdout } = await run(["funding", ID, "--chart"], {
        terminal: width,
        env: { NO_COLOR: "1" },
      });
      expect(code).toBe(0);
      expect(stdout).toContain("settled funding of BTC.0000, cumulative, USD");
      expect(stdout).toContain("● long binance BTCUSDT   ○ short bybit BTCUSDT");
      expect(stdout).toMatch(/settled funding \+30\.00 \(10 of 12\s+events\)/);
      for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(width);
    }
  });

  it("draws the known leg alone where another one is unknown, and says why", async () => {
    const { now, run } = await desk(49);
    now([long(1), short(2, { market_id: null })]);
    const { stdout } = await run(["funding", ID, "--chart"], {
      terminal: 80,
      env: { NO_COLOR: "1" },
    });
    expect(stdout).toContain("settled funding of BTC.0000: long binance BTCUSDT, cumulative, USD");
    expect(stdout).toMatch(/settled funding – /);
    expect(stdout).toContain(
      "unknown: short bybit BTCUSDT: market id unknown, so the sum is unknown",
    );
  });
});

interface Line {
  readonly what: string;
  readonly own: number | null;
  readonly verdict: string;
  readonly cause?: string;
  readonly sizes?: string;
}

describe("positions reconcile with snapshots", () => {
  const reconciled = async (
    calculated: number,
    points: readonly (readonly [number, Legs])[],
    env: Readonly<Record<string, string>> = {},
  ) => {
    const { record, now, run } = await desk(49);
    await record(...points);
    now([long(3)], {}, { funding: { calculated, override: null } });
    const outcome = await run(["reconcile", ID, "-o", "json"], { env });
    const { rows } = JSON.parse(outcome.stdout) as { readonly rows: readonly Line[] };
    const contradicts = await contradictions("reconcile");
    expect(contradicts(JSON.parse(outcome.stdout))).toEqual([]);
    const page = await run(["reconcile", ID], { env });
    return { line: rows[0], page: page.stdout };
  };

  it("finds equal what a size that changed explains, and without the archive no cause", async () => {
    const points = [
      [1, [long(1)]],
      [24.5, [long(1)]],
      [25, [long(3)]],
    ] as const;
    const { line } = await reconciled(-72, points);
    expect(line).toMatchObject({ own: -72, verdict: "equal", sizes: "recorded" });
    const without = await reconciled(-72, points, UNRECORDED);
    expect(without.line).toMatchObject({ own: -108, verdict: "unexplained", sizes: "now" });
    expect(without.page).toContain(
      "unexplained (1): no known cause: explained only while the size was constant",
    );
  });

  it("knows the funding of the others where the opening of one position cannot be read", async () => {
    const { service, record, now, run } = await desk(49);
    await record([1, [long(1)]]);
    now([long(1)]);
    const undated = told(2, { at: BEGIN }, { opened_at: "soon", legs: [long(1)] });
    service.details.set(uuidOf(2), inFull(undated));
    for (const env of [{}, UNRECORDED]) {
      const line = ["reconcile", ID, uuidOf(2), "-o", "json"];
      const { stdout, stderr } = await run(line, { env });
      const { rows } = JSON.parse(stdout) as { readonly rows: readonly Line[] };
      const legs = rows.filter(({ what }) => what === "leg_funding");
      expect(legs.map(({ own }) => own)).toEqual([-36, null]);
      expect(stderr).not.toContain("error");
    }
  });

  it("explains a difference by a size that changed around an event", async () => {
    const { line, page } = await reconciled(-72, [
      [1, [long(1)]],
      [23, [long(1)]],
      [25, [long(3)]],
    ]);
    expect(line).toMatchObject({ own: -66, verdict: "explained", cause: "size_changed" });
    expect(page).toContain("the size changed between two snapshots around an event");
  });

  it("names no cause where the archive has the size at every event", async () => {
    const { line, page } = await reconciled(-50, [[1, [long(3)]]]);
    expect(line).toMatchObject({ own: -108, verdict: "unexplained" });
    expect(page).toContain("no known cause, at the sizes that the archive has recorded");
  });

  it("shows whole names on a narrow terminal", async () => {
    const symbol = "1000PEPE-USDT-SWAP-2026-PERPETUAL";
    const { record, now, run } = await desk(49);
    await record([1, [long(1, { symbol })]]);
    now([long(1, { symbol }), short(1, { symbol })]);
    for (const terminal of [60, 80]) {
      const { stdout } = await run(["reconcile", ID], { terminal, env: { NO_COLOR: "1" } });
      const lines = stdout.split("\n").slice(2);
      const [begin, end] = ["what", "difference"].map((head) => lines[0]?.indexOf(head) ?? 0);
      const cells = lines.map((line) =>
        line
          .slice(begin, end)
          .replace(/ [-+\d.,]+ .*/, "")
          .trim(),
      );
      expect(cells.join("")).toContain(`${symbol}`);
      for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(terminal);
    }
  });
});

function timeOf(event: object): number {
  return Date.parse((event as { funding_time: string }).funding_time);
}
