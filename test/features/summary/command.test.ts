import { describe, expect, it } from "vitest";
import { carryWith, inFull } from "../../support/answers.js";
import { carry } from "../../support/carry.js";
import { answer, faultyServer } from "../../support/faulty-server.js";
import { leg, PORTFOLIO, performance, position } from "../../support/records.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { env } = sandboxForFile({ positions: 130 });

const pair = (long: string, short: string, more: Record<string, unknown> = {}) => [
  leg({ exchange: long, ...more }),
  leg({ side: "short", exchange: short, ...more }),
];

/** Realized price PnL makes up for the net PnL. */
const earned = (funding_pnl: number, net_pnl: number, apr: number) => {
  const realized = net_pnl - funding_pnl + 19;
  const spread_pnl = { realized, unrealized: -3.5 };
  return performance({ funding_pnl, net_pnl, apr, spread_pnl });
};

const POSITIONS = [
  position(1, { performance: earned(0.1, 100, 4) }),
  position(2, {
    asset: "ETH",
    legs: pair("okx", "bybit", { mark_price: null }),
    performance: performance({ funding_pnl: 0.2, net_pnl: null, apr: null }),
  }),
  position(3, {
    legs: [...pair("binance", "bybit"), leg({ side: "short", exchange: "okx", quantity: 0 })],
    performance: earned(0.2, 120, 40),
  }),
  position(4, {
    status: "closed",
    closed_at: "2026-01-01T00:00:00Z",
    legs: pair("binance", "bybit", { quantity: 0, mark_price: null }),
    performance: earned(0.3, 25, 99),
  }),
];

async function summary(...argv: string[]) {
  const { url, requests } = await faultyServer((socket, request) => {
    const id = /\/v1\/positions\/([^/? ]+)/.exec(request)?.[1];
    const one = POSITIONS.find(({ position_id }) => position_id === id);
    const body = one ? { data: inFull(one) } : { data: POSITIONS, next_cursor: null };
    socket.write(answer(200, JSON.stringify(body)));
  });
  const ofAll = argv.includes("--status") ? [] : ["--status", "all"];
  const outcome = await carry(["positions", "summary", "--base-url", url, ...ofAll, ...argv], {
    env: { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
  });
  return { ...outcome, requests };
}

describe("positions summary", () => {
  it("has a row an asset, the largest notional first, with the number of positions of each figure", async () => {
    const { stdout, code } = await summary("--columns", "group,gross_notional,net_pnl,apr");
    expect(code).toBe(0);
    const [open, closed, apr, held, leftOut, ...table] = stdout.split("\n");
    expect(open).toBe(
      "open 3 (2 of 3 priced, about 67 % of gross, 2 with a stale mark)   net PnL +220.00   funding +0.30   price PnL +250.70   fees 20.50 paid + 10.50 exit (est.)",
    );
    expect(closed).toMatch(/^closed 1 {3}net PnL \+25\.00 {3}funding \+0\.30 /);
    expect(apr).toBe("APR since opening +8.67%   on capital of 33,265.07");
    expect(held).toMatch(/^gross notional ~182,000\.00 /);
    expect(leftOut).toMatch(
      /^not in net PnL: ETH\S* · funding \+0\.20 · fees 15\.50 · mark missing$/,
    );
    expect(table).toEqual([
      "",
      "asset  gross notional   net PnL  APR since opening",
      "─────  ──────────────  ────────  ─────────────────",
      "BTC       122,000.00*  +245.00*            +8.67%*",
      "ETH        60,000.00~         –                  –",
      "* mark price older than 5 minutes",
      "~ about: at the open price where a mark is missing",
      "",
    ]);
  });

  it("says of an APR of a few days that it is annualised", async () => {
    const young = position(1, { performance: performance({ duration_days: 3, apr: 33 }) });
    const { stdout } = await carryWith({ positions: [young] }, ["positions", "summary"]);
    expect(stdout).toContain("\n~ annualised from under 7 days\n");
    expect(stdout).not.toContain("at the open price");
  });

  it("is over the open positions unless --status says otherwise", async () => {
    const outcome = await summary("--status", "open", "-o", "json");
    expect(outcome.requests.some((request) => request.includes("statuses=open"))).toBe(true);
    const { stdout } = await carryWith({ positions: POSITIONS }, [
      "positions",
      "summary",
      "--json",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      inputs: { statuses: ["open"] },
      totals: { open: 3, closed: 0 },
    });
  });

  it("keeps count, notional, funding and net PnL where there is little room", async () => {
    const { stdout } = await carry(["positions", "summary", "--no-color"], {
      env: { CARRY_PROFILE: "sandbox" },
      terminal: 60,
    });
    const headings = stdout.match(/^asset .*$/m)?.[0].split(/ {2,}/);
    expect(headings).toEqual(["asset", "positions", "gross notional", "funding", "net PnL"]);
  });

  it("groups by the exchanges of the long and the short legs, so that groups add up", async () => {
    const { stdout } = await summary("--by", "pair", "-o", "csv");
    const rows = stdout
      .trimEnd()
      .split("\r\n")
      .map((row) => row.split(",").slice(2, 5));
    expect(rows).toEqual([
      ["by", "group", "positions"],
      ["pair", "binance/bybit", "2"],
      ["pair", "binance/bybit+okx", "1"],
      ["pair", "okx/bybit", "1"],
    ]);
  });

  it("groups by the month of closing, newest first, with the results of the closed positions", async () => {
    const closed = (n: number, from: string, to: string, net: number | null, apr: number | null) =>
      position(n, {
        status: "closed",
        opened_at: from,
        closed_at: to,
        legs: pair("binance", "bybit", { quantity: 0, mark_price: null }),
        performance: performance({ net_pnl: net, apr, duration_days: 10 }),
      });
    const items = [
      position(1, { performance: performance() }),
      closed(2, "2026-04-21T00:00:00Z", "2026-05-01T00:30:00Z", 20, 36.5), // 2,000 USD for 10 days
      closed(3, "2026-04-11T00:00:00Z", "2026-05-31T23:59:59Z", -5, -18.25), // 1,000 USD for 10 days
      closed(4, "2026-05-01T00:00:00Z", "2026-05-05T12:00:00Z", null, null),
      closed(5, "2026-04-20T00:00:00Z", "2026-04-30T23:59:59.999Z", 0.004, 0.01),
    ];
    const { url } = await faultyServer((socket) =>
      socket.write(answer(200, JSON.stringify({ data: items, next_cursor: null }))),
    );
    const words = ["positions", "summary", "--by", "month", "--base-url", url, "-o", "json"];
    const { stdout } = await carry(words, {
      env: { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
    });
    type Row = Record<string, { value: number; counted: number }>;
    const { rows } = JSON.parse(stdout) as { rows: Row[] };
    expect(rows.map(({ group }) => group)).toEqual(["open", "2026-05", "2026-04"]);
    const [open, may, april] = rows;
    expect(open?.win_rate).toMatchObject({ value: null, counted: 0, of: 0 });
    expect(may?.win_rate).toMatchObject({ value: 50, unit: "percent", counted: 2, of: 3 });
    // (10 d 30 min + 51 d less a second + 4.5 d) ÷ 3
    expect(may?.mean_days_held?.value).toBeCloseTo((10 + 1 / 48 + 51 - 1 / 86_400 + 4.5) / 3, 12);
    // 15 USD over 2,000 × 10 + 1,000 × 10 USD days
    expect(may?.net_per_1000_a_day).toMatchObject({ value: 0.5, counted: 2, of: 3 });
    expect(april?.win_rate).toMatchObject({ value: 0, counted: 1 }); // reads 0.00
    expect(april?.net_per_1000_a_day?.value).toBeNull();
  });

  it("does not guess when a position was closed that has no time of closing", async () => {
    const closed = (n: number, closed_at: string | null) =>
      position(n, { status: "closed", closed_at, performance: performance() });
    const items = [position(1), closed(2, null), closed(3, "2025-12-11T00:00:00Z")];
    const run = (by: string) =>
      carryWith({ positions: items }, [
        "positions",
        "summary",
        "--status",
        "all",
        "--by",
        by,
        "-o",
        "json",
      ]);
    const rowsBy = async (by: string) =>
      JSON.parse((await run(by)).stdout).rows as {
        group: string;
        mean_days_held: { value: number | null; counted: number; of: number };
      }[];
    const groups = (await rowsBy("month")).map(({ group }) => group);
    expect(groups.sort()).toEqual(["2025-12", "open", "unknown"]);
    expect((await rowsBy("age")).map(({ group }) => group).at(-1)).toBe("unknown");
    const all = (await rowsBy("asset"))[0]?.mean_days_held;
    expect(all).toMatchObject({ value: 10, counted: 1, of: 2 });
  });

  it("groups by how long positions are or were held, the youngest first", async () => {
    const { stdout } = await summary("--by", "age", "-o", "csv", "--columns", "group,positions");
    expect(stdout).toBe("group,positions\r\n30d to 90d,1\r\n90d or more,3\r\n");
  });

  it("groups by status, and asks the service for one alone", async () => {
    const { stdout, requests } = await summary(
      "--by",
      "status",
      "--status",
      "open",
      "-o",
      "ndjson",
    );
    expect(requests[0]).toContain("statuses=open&include=performance");
    const [group, rest] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(group).toMatchObject({ by: "status", group: "open", positions: 3 });
    expect(rest).toMatchObject({
      inputs: { by: "status", statuses: ["open"] },
      totals: { positions: 3, open: 3, closed: 0 },
    });
  });

  it("prints sums with every digit, and lets a query see them as numbers", async () => {
    const { stdout } = await summary("-o", "json");
    expect(stdout).toContain(
      '"funding_pnl":{"value":0.6,"unit":"usd","as_of":"2026-06-01T11:59:30Z","counted":3,"of":3,"stale":false}',
    );
    const query = "rows[?net_pnl.value > `240`].group";
    expect((await summary("-o", "json", "--query", query)).stdout).toBe('["BTC"]\n');
  });

  it("sorts by any column", async () => {
    const { stdout } = await summary("--sort", "funding_pnl", "--columns", "group");
    expect(stdout.match(/^(BTC|ETH)$/gm)).toEqual(["BTC", "ETH"]);
  });

  it("follows every page", async () => {
    const { stdout } = await carry(
      [
        "positions",
        "summary",
        "--by",
        "status",
        "-o",
        "json",
        "--query",
        "[sum(rows[].positions), totals.positions]",
      ],
      { env: env() },
    );
    expect(stdout).toBe("[130,130]\n");
  });

  it("refuses other groups before anything is sent", async () => {
    const { code, stderr, requests } = await summary("--by", "colour");
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain(
      '--by: "colour" is not one of asset, exchange, pair, status, month, age',
    );
  });
});
