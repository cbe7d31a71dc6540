import { describe, expect, it } from "vitest";
import { carryWith, settled } from "../../support/answers.js";
import { WIDE } from "../../support/carry.js";
import { ago, DAY, long, short } from "../../support/fresh-legs.js";
import { performance, position } from "../../support/records.js";

const earned = (net_pnl: number | null, apr: number | null, duration_days: number, more = {}) =>
  performance({ net_pnl, apr, duration_days, ...more });

/** A position of this notional a side, opened at 60,000. */
const sized = (n: number, notional: number, of: object) => {
  const quantity = notional / 60_000;
  return position(n, { legs: [long({ quantity }), short({ quantity })], performance: of });
};

async function aprOf(positions: readonly object[]) {
  const { stdout } = await carryWith({ positions }, [
    ...["positions", "summary", "--status", "all", "-o", "json", "--query", "rows[0].apr"],
  ]);
  return JSON.parse(stdout) as { value: number | null; counted: number; capital: number | null };
}

describe("totals", () => {
  it("add up: what has no net PnL is in none of the parts, and is named", async () => {
    const unmarked = [long(), short({ mark_price: null, mark_price_updated_at: null })];
    const missing = {
      funding_pnl: 1808.01,
      fees: { paid: 60.98, estimated_exit: 30 },
      net_pnl: null,
      apr: null,
    };
    const positions = [
      position(1, { performance: performance() }),
      position(2, { asset: "TSLA", legs: unmarked, performance: performance(missing) }),
    ];
    for (const words of [
      ["positions", "summary"],
      ["positions", "list"],
    ]) {
      const { stdout } = await carryWith({ positions }, [...words, "--no-color"], WIDE);
      expect(stdout).toContain(
        `not in net PnL: TSLA · funding +1,808.01 · fees 90.98 · mark missing\n`,
      );
      expect(stdout).toMatch(/^open 2 \(1 of 2 priced, about 50 % of gross/);
      expect(stdout).toContain("net PnL +81.50   funding +100.50   ");
      expect(stdout).toContain("fees 10.25 paid + 5.25 exit (est.)");
    }
  });
});

describe("totals of closed positions", () => {
  it("have no exit fees, which there are none of", async () => {
    const fees = { paid: 10.25, estimated_exit: 0 };
    const closed = { status: "closed", closed_at: "2026-05-30T00:00:00Z" };
    const positions = [position(1, { ...closed, performance: performance({ fees }) })];
    const { stdout } = await carryWith({ positions }, ["positions", "list"], WIDE);
    expect(stdout).toMatch(/^closed 1 .* fees 10\.25 paid$/m);
  });
});

describe("APR since opening of several positions", () => {
  it("is what they earned on the capital that their own APRs rest on", async () => {
    const positions = [
      sized(1, 10_000, earned(100, 10, 36.5)), // 10,000 for 36.5 days
      sized(2, 20_000, earned(50, 5, 18.25)), // 20,000 for 18.25 days
    ];
    expect(await aprOf(positions)).toMatchObject({ value: 7.5, counted: 2, capital: 30_000 });
  });

  it("has the sign of what was earned: nine positions with +82 are not at -41.84 %", async () => {
    const year = (net: number, days: number) => (net * 36_500) / (10_000 * days);
    const one = (n: number, net: number, days: number) =>
      sized(n, 10_000, earned(net, Number(year(net, days).toFixed(2)), days));
    const old = [20, 25, 15, 22, 18, 21, 16, 5].map((net, n) => one(n + 1, net, 60));
    const value = (await aprOf([...old, one(9, -60, 0.2)])).value;
    expect(value).toBeCloseTo((82 * 36_500) / (10_000 * (8 * 60 + 0.2)), 2);
  });

  it("is not moved by a position that is five hours old", async () => {
    const book = sized(1, 700_000, earned(5000, 2.61, 100));
    const young = sized(2, 10_000, earned(-12, -210.24, 5 / 24));
    const [alone, both] = [await aprOf([book]), await aprOf([book, young])];
    expect((alone.value ?? 0) - (both.value ?? 0)).toBeLessThan(0.01);
  });

  it("estimates the capital if an APR is too small to derive it, and says of how many", async () => {
    const positions = [
      sized(1, 10_000, earned(100, 10, 36.5)),
      sized(2, 10_000, earned(0.01, 0, 30)),
    ];
    expect(await aprOf(positions)).toMatchObject({ counted: 2, estimated: 1, capital: 20_000 });
    const { stdout } = await carryWith({ positions }, ["status"]);
    expect(stdout).toMatch(/ a year of ~20k capital \(1 estimated\) /);
    const mostly = [sized(1, 10_000, earned(10, 10, 3.65)), sized(2, 10_000, earned(0.01, 0, 30))];
    expect((await aprOf(mostly)).value).toBeNull();
  });

  it("includes closed positions whose APR gives a capital", async () => {
    const gone = { status: "closed", closed_at: "2026-05-01T00:00:00Z" };
    const none = [long({ quantity: 0 }), short({ quantity: 0 })];
    const positions = [
      sized(1, 10_000, earned(100, 10, 36.5)),
      { ...position(2, { legs: none, performance: earned(50, 10, 18.25) }), ...gone },
      { ...position(3, { legs: none, performance: earned(50, 0, 18.25) }), ...gone },
    ];
    expect(await aprOf(positions)).toMatchObject({ value: 10, counted: 2 });
  });
});

describe("APR of a position", () => {
  const row = async (days: number, ...argv: string[]) => {
    const positions = [sized(1, 10_000, earned(5, 40, days)), sized(2, 10_000, earned(5, 20, 90))];
    const words = ["positions", "list", "--performance", "--columns", "position_id,apr"];
    return (await carryWith({ positions }, [...words, ...argv])).stdout;
  };

  it("is marked under seven days, and not shown under one, where it sorts last", async () => {
    expect(await row(6)).toContain("+40.00%~");
    expect(await row(7)).not.toContain("~");
    const text = await row(0.9, "--sort", "apr:desc");
    expect(text.indexOf("+20.00%")).toBeLessThan(text.indexOf("–"));
  });

  it("is as sent in csv and json", async () => {
    expect(await row(0.9, "-o", "csv")).toContain(",40\r\n");
    expect(await row(0.9, "-o", "json", "--query", "[].performance.apr")).toBe("[40,20]\n");
  });
});

describe("APR of a position whose market settles once a day", () => {
  /* Opened two and a half days ago: the long leg's market has settled twice since. */
  const opened_at = ago(2.5 * DAY);
  const positions = [
    { ...sized(1, 10_000, earned(5, 40, 2.5)), opened_at },
    sized(2, 10_000, earned(5, 20, 90)),
  ];
  const histories = { 1: settled("0.0001", 24), 2: settled("0.0001", 8) };
  const list = async (words: readonly string[], of: readonly object[] = positions) =>
    (await carryWith({ positions: of, histories }, ["positions", "list", ...words])).stdout;
  const aprs = async (words: readonly string[] = [], of = positions) =>
    (await list(["--wide", ...words], of))
      .split("\n")
      .slice(2, 4)
      .map((line) => /([+-][\d.]+%~?|–)(?= +(?:[+-]|–))/.exec(line)?.[1]);

  it("is not shown under three settlements of a leg, and sorts last", async () => {
    expect(await aprs()).toEqual(["–", "+20.00%"]);
    expect(await aprs(["--sort", "apr:desc"])).toEqual(["+20.00%", "–"]);
    const { stdout } = await carryWith({ positions, histories }, [
      ...["positions", "get", "00000000-0000-4000-8000-000000000001", "--performance"],
    ]);
    expect(stdout).toMatch(/^APR +– \(held less than a day, or a leg has settled less than 3/m);
  });

  it("is shown from the third on, with ~", async () => {
    const older = positions.map((it) => ({ ...it, opened_at: ago(3.5 * DAY) }));
    expect((await aprs([], older))[0]).toBe("+40.00%~");
  });

  it("is not shown of a closed position either, where its market is known", async () => {
    const none = [long({ quantity: 0 }), short({ quantity: 0 })];
    const gone = { status: "closed", closed_at: ago(DAY), legs: none, opened_at: ago(2.6 * DAY) };
    const [first, second] = positions;
    expect(await aprs([], [{ ...first, ...gone }, { ...second }])).toEqual(["+20.00%", "–"]);
  });

  it("is as sent in csv, and costs no request there", async () => {
    const words = ["--columns", "apr", "-o", "csv"];
    expect(await list(words)).toBe("performance.apr\r\n40\r\n20\r\n");
  });

  it("is shown for now, by the settlements of 7 days", async () => {
    const text = await list(["--columns", "funding_24h,now_apr", "-o", "csv"]);
    const [, ...rows] = text.trimEnd().split("\r\n");
    expect(rows).toEqual([
      expect.stringMatching(/^1\.99\d+,7\.18\d+$/),
      expect.stringMatching(/^1\.99\d+,7\.18\d+$/),
    ]);
  });
});
