import { describe, expect, it } from "vitest";
import { answer } from "../support/faulty-server.js";
import { NOW } from "../support/now.js";
import { position } from "../support/records.js";
import { THREE, type Watched, watch, watchedService } from "../support/watched.js";
import { createTestClock, watching } from "../support/watching.js";

const HOUR = 3_600_000;

/** Returns settled events every 8 hours up to a time, at a rate. @param last rate of the newest one */
function history(rate: string, until = NOW, last = rate): Buffer {
  const data = Array.from({ length: 100 }, (_, index) => ({
    funding_time: new Date(
      Math.floor(until / (8 * HOUR)) * 8 * HOUR - index * 8 * HOUR,
    ).toISOString(),
    funding_rate: index === 0 ? last : rate,
    funding_interval: 8,
    mark_price: "60000",
  }));
  return answer(200, JSON.stringify({ data }));
}

const headings = ({ screen }: Pick<Watched, "screen">) =>
  screen
    .lines()
    .find((line) => /^ {2}\w.* why$/.test(line))
    ?.trim()
    .split(/ {2,}/) ?? [];

/** Starts a watch without waiting for its first screen. */
async function start(
  words: readonly string[],
  at = NOW,
  env: Readonly<Record<string, string>> = {},
) {
  const service = await watchedService(THREE);
  const clock = createTestClock(at);
  service.served.funding = async (market) => history(market === 1 ? "0.0001" : "0.0003");
  const argv = ["positions", "list", "--watch", ...words];
  return {
    ...watching(argv, { env: { ...service.env, ...env }, clock, columns: 120 }),
    ...service,
    clock,
  };
}

describe("the current funding of positions in a watch", () => {
  it.each<[readonly string[]]>([
    [[]],
    [["--performance"]],
    [["--no-performance"]],
    [["--columns", "asset,net_pnl"]],
    [["--sort", "asset"]],
  ])(
    "is requested once until a settlement is due, and shown at the top, with %j",
    async (words) => {
      const it = await start(words);
      await it.shows("updated 12:00:00Z");
      expect(it.markets.toSorted()).toEqual([1, 2]);
      expect(it.screen.lines()[0]).toMatch(/^now \+54\.00\/day .* 24h \+54\.00 {2}7d \+378\.00 /);
      await it.passes(30_000);
      await it.shows("updated 12:00:30Z");
      expect(it.markets).toHaveLength(2);
    },
  );

  it.each<[string, readonly string[], readonly string[], RegExp]>([
    ["no column named", [], ["24h", "7d/d", "now APR"], /\+18 +\+18 +\+21\.54%~/],
    [
      "a name in --columns",
      ["--columns", "asset,funding_7d"],
      ["asset", "funding 7d"],
      /\+126\.00/,
    ],
    [
      "a name in --sort that no column has",
      ["--columns", "asset", "--sort", "funding_24h"],
      ["asset", "24h"],
      /\+18\.00$/m,
    ],
  ])("is shown with %s", async (_, words, shown, row) => {
    const it = await start(words);
    await it.shows("updated 12:00:00Z");
    const lines = it.screen.text().split("\n");
    const at = lines.findIndex((line) =>
      line.includes(shown[0] === "asset" ? "  asset" : "  position"),
    );
    expect(lines[at]?.trim().split(/ {2,}/)).toEqual(expect.arrayContaining([...shown]));
    expect(it.screen.text()).toMatch(row);
  });

  it("is highlighted when a settlement changes it", async () => {
    const settlement = NOW + 4 * HOUR;
    const it = await start(
      ["--columns", "asset,funding_24h", "--watch", "1m"],
      settlement - 30_000,
    );
    await it.shows("+18");
    it.served.funding = async (market) =>
      history(market === 1 ? "0.0001" : "0.0003", settlement, market === 1 ? "0.0001" : "0.0004");
    await it.passes(60_000);
    await it.shows("updated 16:00:30Z");
    expect(it.markets).toHaveLength(4);
    expect(it.screen.underlined()).toEqual(["↑+21.00", "↑+21.00", "↑+21.00"]);
  });

  it("keeps its columns if the funding of a market cannot be fetched", async () => {
    const it = await start(["--performance"], NOW, { CARRY_RETRIES: "0" });
    await it.shows("updated 12:00:00Z");
    const before = headings(it);
    it.served.funding = async () => answer(503, "");
    it.served.positions = [...THREE, { ...position(4, { asset: "XRP" }), legs: [] }];
    await it.passes(30_000);
    await it.shows("updated 12:00:30Z");
    expect(headings(it)).toEqual(before);
  });
});

describe("a market without an answer for its funding", () => {
  /** Three positions in two different markets each. */
  const SIX_MARKETS = THREE.map((it, index) => ({
    ...it,
    legs: (it.legs as Record<string, unknown>[]).map((leg, side) => ({
      ...leg,
      market_id: 1 + 2 * index + side,
    })),
  }));

  it("delays a round by one attempt at most, and is requested again in the next", async () => {
    const it = await watch([], ["--timeout", "1s"]);
    it.served.positions = SIX_MARKETS;
    it.served.funding = () => new Promise(() => {});
    await it.passes(30_000);
    await it.shows("updated 12:00:30Z");
    expect(it.markets.toSorted()).toEqual([1, 2, 3, 4]); // as many as are asked for at once
    await it.shows("warning: funding of 4 of 6 markets could not be fetched: ");
    it.served.funding = async () => history("0.0001");
    await it.passes(30_000);
    await it.shows("updated 12:01:00Z");
    expect(it.markets.slice(4).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(it.markets.slice(4, 8)).toEqual(expect.arrayContaining([5, 6])); // not after those that failed
  });

  it("causes neither a wait nor a message after q was pressed", async () => {
    const it = await watch([]);
    it.served.positions = SIX_MARKETS;
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    it.served.funding = () => {
      asked();
      return new Promise(() => {});
    };
    void it.passes(30_000);
    await isAsked;
    await it.clock.elapses(2_000);
    await it.shows("attempt 1: no answer yet for 2s");
    it.press("q");
    expect(await it.ended).toBe(0);
    expect(it.stderr()).toBe("");
  });
});
