import { describe, expect, it } from "vitest";
import { carry } from "../../support/carry.js";
import { answer, faultyServer } from "../../support/faulty-server.js";
import { leg, PORTFOLIO, performance, position } from "../../support/records.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { env } = sandboxForFile({ positions: 130 });

const STALE = { mark_price_updated_at: "2026-06-01T11:54:59Z" };
const FRESH = { mark_price_updated_at: "2026-06-01T11:55:00Z" };

const stalePair = [leg(STALE), leg({ side: "short", exchange: "bybit", ...FRESH })];

/** Returns the list for the data of the service at noon. */
async function list(positions: readonly object[], argv: readonly string[] = [], terminal?: number) {
  const { url } = await faultyServer((socket) =>
    socket.write(
      answer(200, JSON.stringify({ data: positions, next_cursor: null }), {
        date: "Mon, 01 Jun 2026 12:00:00 GMT",
      }),
    ),
  );
  const { stdout } = await carry(["positions", "list", ...argv], {
    env: {
      ...{ CARRY_BASE_URL: url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
      FORCE_COLOR: "0",
    },
    clock: { now: () => Date.parse("2026-06-01T09:00:00Z") },
    ...(terminal !== undefined && { terminal }),
  });
  return stdout.split("\n");
}

describe("a stale mark price", () => {
  it("is older than 5 minutes by the service's time, is marked and explained once", async () => {
    const lines = await list(
      [position(1, { legs: stalePair }), position(2, { legs: stalePair })],
      ["--wide", "--no-performance"],
      1000,
    );
    expect(lines[2]).toMatch(
      / binance\/bybit +30,500\.00\* +open +0\.5 +61,000\.00\* +0\.5 +61,000\.00 +61,000\.00\* /,
    );
    expect(lines.filter((line) => line.startsWith("*"))).toEqual([
      "* mark price older than 5 minutes",
    ]);
  });

  it("is explained on a narrow terminal too, which has no room for prices", async () => {
    const lines = await list([position(1, { legs: stalePair })], ["--no-performance"], 50);
    expect(lines[0]).toBe("position   age  long/short           size");
    expect(lines.slice(2)).toEqual([
      "BTC       182d  binance/bybit  30,500.00*",
      "* mark price older than 5 minutes",
      "next: carry get BTC",
      "",
    ]);
  });

  it("marks every figure that depends on it, and is explained with the number of positions", async () => {
    const stale = position(1, { legs: stalePair, performance: performance() });
    const argv = ["--performance", "--columns"];
    const figures = "gross_notional,net_notional,funding,fees,spread,net_pnl,apr";
    const lines = await list([stale], [...argv, figures], 1000);
    expect(lines[4]?.trim().split(/ {2,}/)).toEqual([
      ...["61,000.00*", "0.00*", "+100.50", "15.50", "-3.50*", "+81.50*", "+12.50%*"],
    ]);
    expect(lines.join("\n")).toContain("open 1 (1 with a stale mark)   net PnL");
    const byLeg = await list([stale], ["--by-leg", ...argv, "notional,net_pnl"]);
    expect(byLeg.slice(2, 4)).toEqual(["30,500.00*  +81.50*", "30,500.00"]);
  });

  it("is not marked in a closed position", async () => {
    const closed = { status: "closed", closed_at: "2026-01-01T00:00:00Z", legs: stalePair };
    expect((await list([position(1, closed)])).join("\n")).not.toContain("*");
  });
});

describe("a row a leg", () => {
  const positions = [position(1, { performance: performance() })];
  const argv = ["--by-leg", "--performance", "--columns", "legs.side,performance.net_pnl"];

  it("shows the earnings of the position once in a table", async () => {
    expect((await list(positions, argv)).slice(2, 4)).toEqual(["long   +81.50*", "short"]);
  });

  it("is sorted by what it shows, and has no imbalance", async () => {
    const pair = (long: number, short: number) => [
      leg({ quantity: long }),
      leg({ side: "short", quantity: short }),
    ];
    const both = [position(1, { legs: pair(1, 4) }), position(2, { legs: pair(2, 3) })];
    const columns = ["--columns", "legs.quantity,imbalance", "--sort", "notional:desc"];
    const lines = await list(both, ["--by-leg", ...columns]);
    expect(lines.slice(2, 6).map((line) => line.trim().split(/ +/))).toEqual([
      ["4", "–"],
      ["3", "–"],
      ["2", "–"],
      ["1", "–"],
    ]);
  });

  it("repeats it in csv", async () => {
    const lines = await list(positions, [...argv, "-o", "csv"]);
    expect(lines.map((it) => it.trim())).toEqual([
      "legs.side,performance.net_pnl",
      "long,81.5",
      "short,81.5",
      "",
    ]);
  });
});

describe("a list", () => {
  it("shows all parts of the legs, and their exchanges in one order", async () => {
    const legs = ["okx", "binance"].map((exchange) =>
      leg({ exchange, mark_price_updated_at: "2026-06-01T13:58:00.25+02:00" }),
    );
    const keys = "long,legs.exchange,legs.quantity,legs.mark_price_updated_at";
    const lines = await list([position(1, { legs })], ["--columns", keys]);
    expect(lines[2]?.split(/ {2,}/)).toEqual([
      ...["binance+okx", "okx+binance", "0.5, 0.5", "2026-06-01 11:58Z, 2026-06-01 11:58Z"],
    ]);
    const csv = await list(
      [position(1, { legs })],
      ["--columns", "age,long_quantity", "-o", "csv"],
    );
    expect(csv.map((line) => line.trim())).toEqual(["age_days,long_quantity", "182.5,1", ""]);
  });

  it("says how many legs there are where several have no price in common", async () => {
    const legs = [leg(), leg({ exchange: "okx" }), leg({ side: "short", mark_price: null })];
    const [, , row] = await list([position(1, { legs })], ["--columns", "long_price,short_price"]);
    expect(row?.trim()).toMatch(/^2 legs\* +–$/);
  });

  it("has a column for the status with --wide, unless it was requested", async () => {
    expect((await list([position(1)]))[0]).not.toContain("status");
    expect((await list([position(1)], ["--wide"]))[0]).toContain("status");
    expect((await list([position(1)], ["--wide", "--status", "open"]))[0]).not.toContain("status");
  });

  it("says of a closed position that it is, in place of its size", async () => {
    const closed = { status: "closed", closed_at: "2026-05-01T00:00:00Z" };
    const [, , open, past] = await list([position(1, closed), position(2)]);
    expect(open).toMatch(/^BTC.* 30,500\.00/);
    expect(past).toMatch(/^BTC\..* closed( |$)/);
  });

  it("shows a side that holds nothing as such, in red", async () => {
    const legs = [leg(), leg({ side: "short", exchange: "bybit", quantity: 0 })];
    const argv = ["positions", "list", "--no-performance"];
    const { url } = await faultyServer((socket) =>
      socket.write(
        answer(200, JSON.stringify({ data: [position(1, { legs })], next_cursor: null })),
      ),
    );
    const { stdout } = await carry([...argv, "--base-url", url], {
      env: { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO, FORCE_COLOR: "1" },
      terminal: 80,
    });
    expect(stdout).toContain("\u001b[31mBTC\u001b[39m");
    expect(stdout).toContain("\u001b[31mbinance/–\u001b[39m");
  });

  it("marks the column it is sorted by, and shows it where there is no room for others", async () => {
    const positions = [position(1, { performance: performance() })];
    const headingOf = (lines: readonly string[]) => lines.find((it) => it.startsWith("position "));
    const arrow = headingOf(await list(positions, ["--sort", "net_pnl:desc"], 60));
    expect(arrow).toMatch(/^position .*long\/short .* net PnL ↓/);
    const added = headingOf(await list(positions, ["--sort", "imbalance"], 60));
    expect(added).toMatch(/^position .* net PnL .*imbalance ↑$/);
    const [chosen] = await list(positions, ["--sort", "imbalance", "--columns", "asset,age_days"]);
    expect(chosen).toBe("asset   age");
  });

  it("marks it with ASCII where the terminal has no more", async () => {
    const { stdout } = await carry(["assets", "--sort", "asset:desc"], {
      env: { ...env(), LANG: "C" },
    });
    expect(stdout).toMatch(/^asset v +name /);
  });

  it.each([
    [80, /^position +long\/short +size +funding +net PnL +APR$/],
    [60, /^position +long\/short +size +net PnL$/],
  ])("shows names, sides and results before all else in %i columns", async (terminal, expected) => {
    const argv = ["positions", "list", "--no-color"];
    const { stdout } = await carry(argv, { env: env(), terminal });
    expect(stdout.match(/^position .*$/m)?.[0]).toMatch(expected);
  });

  it("shortens ids to what positions get takes", async () => {
    const { stdout } = await carry(["positions", "list", "--columns", "asset,position_id"], {
      env: env(),
      terminal: 40,
    });
    const ids = stdout
      .split("\n")
      .slice(2, 5)
      .map((row) => row.split(" ").at(-1) ?? "");
    expect(ids.map((id) => id.length)).toEqual([8, 8, 8]);
    expect((await carry(["positions", "get", ...ids], { env: env() })).code).toBe(0);
  });

  it("has no colours but those that every terminal can set on its own background", async () => {
    for (const argv of [["positions", "list", "--performance"], ["status"]]) {
      const { stdout } = await carry(argv, { env: { ...env(), FORCE_COLOR: "3" }, terminal: 120 });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal obeys
      const styles = [...stdout.matchAll(/\u001b\[([\d;]*)m/g)].map((match) => match[1]);
      expect(new Set(styles)).toEqual(
        new Set(["1", "2", "22", ...(argv[0] === "status" ? ["33", "39"] : [])]),
      );
    }
  });
});
