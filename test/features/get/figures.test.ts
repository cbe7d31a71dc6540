import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import stringWidth from "string-width";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inFull } from "../../support/answers.js";
import { carry } from "../../support/carry.js";
import { leg, PORTFOLIO, uuidOf } from "../../support/records.js";

/* One service for all runs of a property, which answers with the data of the current run. */
let server: Server;
let portfolio: readonly (Record<string, unknown> & { position_id: string })[] = [];
let events: readonly object[] = [];

beforeAll(async () => {
  server = createServer(({ url = "" }, response) => {
    const id = /\/v1\/positions\/([^/?]+)/.exec(url)?.[1];
    const one = portfolio.find((it) => it.position_id === id);
    const data = id === undefined ? portfolio : one && inFull(one);
    const body = url.includes("/history/") ? { data: events } : { data, next_cursor: null };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function run(argv: readonly string[], terminal?: number) {
  const { port } = server.address() as AddressInfo;
  return carry([...argv, "--base-url", `http://127.0.0.1:${port}`, "-q"], {
    env: { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
    ...(terminal !== undefined && { terminal }),
  });
}

describe("a view of positions", () => {
  const name = fc.oneof(
    fc.constantFrom("binance", "日本取引所", "👩‍👩‍👧", "\u001b[31m", "e\u0301", ""),
    fc.string({ unit: "grapheme", maxLength: 40 }),
  );
  const amount = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -1_000_000, max: 1_000_000 }),
  );
  const price = fc.oneof(fc.constant(null), amount);
  const legs = fc.record({
    side: fc.constantFrom("long", "short"),
    market_id: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 3 })),
    exchange: name,
    symbol: name,
    leverage: price,
    quantity: amount,
    open_price: price,
    mark_price: price,
    mark_price_updated_at: fc.constantFrom(null, "2026-06-01T11:59:00Z", "2025-06-01T00:00:00Z"),
    leg_id: fc.constant(uuidOf(7)),
    close_price: price,
    open_fee_paid: amount,
    close_fee_paid: price,
    funding: fc.record({ calculated: amount, override: price }),
  });
  const position = fc.record({
    portfolio_id: fc.constant(PORTFOLIO),
    asset: name,
    note: name,
    status: fc.constantFrom("open", "closed"),
    opened_at: fc.constantFrom("2026-05-01T00:00:00Z", "2027-01-01T00:00:00Z"),
    closed_at: fc.constantFrom(null, "2026-05-20T00:00:00Z"),
    legs: fc.array(legs, { maxLength: 4 }),
    performance: fc.record({
      funding_pnl: amount,
      fees: fc.record({ paid: amount, estimated_exit: amount }),
      spread_pnl: fc.record({ realized: amount, unrealized: amount }),
      net_pnl: price,
      duration_days: amount,
      apr: price,
      calculated_at: fc.constant("2026-06-01T12:00:00Z"),
    }),
  });
  const rate = fc.oneof(fc.constant(null), amount.map(String));

  it.each([
    "positions list --performance",
    "positions list --performance --by-leg",
    "positions summary --by exchange",
    `positions get ${uuidOf(0)} ${uuidOf(1)}`,
    "status",
  ])("carry %s is never wider than its terminal", async (line) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(position, { minLength: 2, maxLength: 6 }),
        rate,
        fc.integer({ min: 20, max: 220 }),
        async (positions, funding_rate, columns) => {
          portfolio = positions.map((it, n) => ({ ...it, position_id: uuidOf(n) }));
          events = [
            {
              funding_time: "2026-06-01T08:00:00Z",
              funding_rate,
              funding_interval: 8,
              mark_price: "1",
            },
          ];
          const { stdout, code } = await run([...line.split(" "), "--no-color"], columns);
          expect(code).toBe(0);
          for (const text of stdout.split("\n"))
            expect(stringWidth(text)).toBeLessThanOrEqual(columns);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("a total", () => {
  /* Whole millionths of a dollar, so that sums can be calculated with integers, unlike in carry. */
  const micros = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
  const made = fc.record({
    asset: fc.constantFrom("BTC", "ETH", "XRP"),
    status: fc.constantFrom("open" as const, "closed" as const),
    funding: micros,
    fees: fc.tuple(micros, micros),
    spread: fc.tuple(micros, micros),
    /** Thousandths of the asset. */
    quantity: fc.integer({ min: 0, max: 1_000_000 }),
    /** Whole dollars. */
    mark: fc.option(fc.integer({ min: 1, max: 100_000 })),
    isNetKnown: fc.boolean(),
  });
  const position = made.map(({ isNetKnown, ...it }) => {
    const net = it.funding + it.spread[0] + it.spread[1] - it.fees[0] - it.fees[1];
    return { ...it, net: isNetKnown ? net : null };
  });
  type Made = typeof position extends fc.Arbitrary<infer T> ? T : never;

  const dollars = (it: number) => it / 1e6;
  const sent = (it: Made, n: number) => ({
    position_id: uuidOf(n),
    asset: it.asset,
    status: it.status,
    opened_at: "2026-05-01T00:00:00Z",
    closed_at: null,
    legs: ["long", "short"].map((side) =>
      leg({
        ...{ side, quantity: it.quantity / 1e3, mark_price_updated_at: null },
        ...{ mark_price: it.mark, open_price: it.mark },
      }),
    ),
    performance: {
      funding_pnl: dollars(it.funding),
      fees: { paid: dollars(it.fees[0]), estimated_exit: dollars(it.fees[1]) },
      spread_pnl: { realized: dollars(it.spread[0]), unrealized: dollars(it.spread[1]) },
      net_pnl: it.net === null ? null : dollars(it.net),
      duration_days: 31,
      apr: null,
      calculated_at: "2026-06-01T12:00:00Z",
    },
  });

  /** The parts of a net PnL are summed if it is known. */
  const part = (it: Made, amount: number) => (it.net === null ? null : amount);

  /** Each figure of a position, in millionths of a dollar. */
  const FIGURES: Readonly<Record<string, (it: Made) => number | null>> = {
    funding: (it) => part(it, it.funding),
    "fees paid": (it) => part(it, it.fees[0]),
    "exit fees (est.)": (it) => part(it, it.fees[1]),
    "price PnL": (it) => part(it, it.spread[0] + it.spread[1]),
    "net PnL": (it) => it.net,
    "gross notional": (it) =>
      it.quantity === 0 || it.status === "closed"
        ? 0
        : it.mark === null
          ? null
          : 2 * it.quantity * it.mark * 1e3,
  };

  /** Their names in json. */
  const IN_JSON: Readonly<Record<string, string>> = {
    ...{ funding: "funding_pnl", "fees paid": "fees_paid", "net PnL": "net_pnl" },
    ...{ "exit fees (est.)": "fees_estimated_exit", "price PnL": "spread_pnl" },
    "gross notional": "gross_notional",
  };

  /** Figures beside them. */
  const APART: typeof FIGURES = {
    fees: (it) => part(it, it.fees[0] + it.fees[1]),
    realized: (it) => part(it, it.spread[0]),
  };

  /** Returns a sum as shown in a table, with the number of positions in it. */
  function shown(name: string, positions: readonly Made[]): string {
    const known = positions
      .map((it) => (FIGURES[name] ?? APART[name])?.(it) ?? null)
      .filter((it) => it !== null);
    const part =
      known.length === positions.length ? "" : ` (${known.length} of ${positions.length})`;
    if (known.length === 0) return `–${part}`;
    const sum = known.reduce((total, it) => total + BigInt(it), 0n);
    const cents = ((sum < 0n ? -sum : sum) + 5_000n) / 10_000n;
    const digits = String(cents).padStart(3, "0");
    const whole = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ",");
    const plus = name.includes("fees") || name === "gross notional" ? "" : "+";
    const sign = cents === 0n ? "" : sum < 0n ? "-" : plus;
    const bound = name === "gross notional" && part !== "" ? "≥" : "";
    return `${bound}${sign}${whole}.${digits.slice(-2)}${part}`;
  }

  function fees(made: readonly Made[]): string {
    const [paid, note = ""] = shown("fees paid", made).split(/(?= \()/);
    if (paid === "–") return `fees –${note}`;
    const atExit = shown("exit fees (est.)", made).replace(/ \(.*/, "");
    const isClosed = made.every(({ status }) => status === "closed");
    if (isClosed && made.every((it) => (FIGURES["exit fees (est.)"]?.(it) ?? 0) === 0)) {
      return `fees ${paid} paid${note}`;
    }
    return `fees ${paid} paid + ${atExit} exit (est.)${note}`;
  }

  const portfolios = fc.array(position, { minLength: 1, maxLength: 12 });

  /** Leaves out of how many positions it is, which the heading says. */
  const bare = (text: string) => text.replace(/ \(\d+ of \d+\)/, "");

  it("above a list is the decimal sum of its rows", async () => {
    await fc.assert(
      fc.asyncProperty(portfolios, async (made) => {
        portfolio = made.map(sent);
        const { stdout } = await run(["positions", "list", "--performance", "--no-color"], 1000);
        for (const status of ["open", "closed"]) {
          const some = made.filter((it) => it.status === status);
          const line = stdout.split("\n").find((it) => it.startsWith(`${status} `));
          const names = ["net PnL", "funding", "price PnL"];
          const figures = names.map((name) => `${name} ${bare(shown(name, some))}`);
          expect(line?.replace(/^(\S+ \d+) \([^)]*\)/, "$1")).toBe(
            some.length === 0
              ? undefined
              : [`${status} ${some.length}`, ...figures, bare(fees(some))].join("   "),
          );
        }
        const left = made.filter(({ net }) => net === null);
        const named = [...stdout.matchAll(/^not in net PnL: (\S+) · /gm)].map(([, name]) => name);
        expect(named).toHaveLength(left.length > 3 ? 0 : left.length);
        const inAll = left.map((it) => ({ ...it, net: 0 })); // their parts are summed on a line of their own
        const all = `not in net PnL (${left.length}): realized ${shown("realized", inAll)}, funding ${shown("funding", inAll)}, fees ${shown("fees", inAll)}`;
        if (left.length > 3) expect(stdout).toContain(all);
        const rows = stdout.split("\n").map((row) => row.split(" ")[0]);
        expect(rows).toEqual(expect.arrayContaining(named));
      }),
      { numRuns: 30 },
    );
  });

  it("of a group, and of all groups, is the decimal sum of its positions", async () => {
    const columns = "group,gross_notional,funding_pnl,fees,spread_pnl,net_pnl";
    const names = ["gross notional", "funding", "fees", "price PnL", "net PnL"];
    await fc.assert(
      fc.asyncProperty(portfolios, async (made) => {
        portfolio = made.map(sent);
        const { stdout } = await run([
          "positions",
          "summary",
          ...["--status", "all"],
          "--columns",
          columns,
          "--sort",
          "group",
        ]);
        const [all = "", rows = ""] = stdout.split("\n\n");
        const assets = [...new Set(made.map(({ asset }) => asset))].sort();
        const cells = rows
          .split("\n")
          .slice(2)
          .filter((row) => row !== "")
          .map((row) =>
            row
              .split(/ {2,}/)
              .filter((it) => it !== "")
              .map(bare),
          );
        expect(cells).toEqual(
          assets.map((asset) => [
            asset,
            ...names.map((name) =>
              bare(
                shown(
                  name,
                  made.filter((it) => it.asset === asset),
                ),
              ),
            ),
          ]),
        );
        expect(all).toContain(`gross notional ${shown("gross notional", made)}`);
        for (const status of ["open", "closed"]) {
          const some = made.filter((it) => it.status === status);
          if (some.length === 0) continue;
          const line = all.split("\n").find((it) => it.startsWith(`${status} `));
          for (const name of ["net PnL", "funding", "price PnL"])
            expect(line).toContain(`${name} ${bare(shown(name, some))}`);
          expect(line).toContain(bare(fees(some)));
        }
      }),
      { numRuns: 30 },
    );
  });

  it("of a status is the decimal sum of the positions", async () => {
    events = [];
    await fc.assert(
      fc.asyncProperty(portfolios, async (made) => {
        const open = made.filter(({ status }) => status === "open");
        fc.pre(open.length > 0);
        portfolio = made.map(sent);
        const { stdout } = await run(["status", "-o", "json"]);
        const { totals } = JSON.parse(stdout) as { totals: Record<string, object> };
        for (const [name, of] of Object.entries(FIGURES)) {
          const known = open.map(of).filter((it) => it !== null);
          const sum = known.reduce((total, it) => total + it, 0);
          expect([name, totals[IN_JSON[name] ?? ""]]).toEqual([
            name,
            expect.objectContaining({
              ...{ value: known.length === 0 ? null : sum / 1e6 },
              ...{ counted: known.length, of: open.length },
            }),
          ]);
        }
      }),
      { numRuns: 30 },
    );
  });
});
