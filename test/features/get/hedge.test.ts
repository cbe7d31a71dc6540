import { describe, expect, it } from "vitest";
import { carryWith, settled } from "../../support/answers.js";
import { carry } from "../../support/carry.js";
import { answer, faultyServer } from "../../support/faulty-server.js";
import { leg, PORTFOLIO, performance, position, uuidOf } from "../../support/records.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { env } = sandboxForFile();

const LONG = {
  ...leg({ mark_price_updated_at: "2026-06-01T11:55:00Z" }),
  leg_id: uuidOf(101),
  close_price: null,
  open_fee_paid: 12.5,
  close_fee_paid: null,
  funding: { calculated: 40.25, override: null },
};
const SHORT = {
  ...LONG,
  ...{ leg_id: uuidOf(102), side: "short", exchange: "bybit", quantity: 0.4 },
  ...{ open_price: 60300, mark_price: 61200, open_fee_paid: 11.5 },
  funding: { calculated: -3, override: -2.75 },
};

/** A position in full, 25 days old at the time of the tests. */
const detail = (legs: readonly object[] = [LONG, SHORT], more: object = {}) => ({
  ...position(1, { opened_at: "2026-05-07T12:00:00Z" }),
  portfolio_id: PORTFOLIO,
  note: null,
  legs,
  ...more,
});

/** @param events settled events of both markets: the long side receives what the short one pays */
async function page(
  data: object,
  argv: readonly string[] = [],
  events: readonly object[] = settled("-0.0001"),
): Promise<string> {
  const { performance: _, ...listed } = position(1, { performance: performance() });
  const { url } = await faultyServer((socket, request) => {
    const list = { data: [{ ...listed, performance: performance() }], next_cursor: null };
    const history = request.includes("/history/") ? { data: events } : undefined;
    const body = history ?? (request.includes("/portfolios/") ? list : { data });
    socket.write(
      answer(200, JSON.stringify(body), {
        date: "Mon, 01 Jun 2026 12:00:00 GMT",
      }),
    );
  });
  const { stdout } = await carry(["positions", "get", uuidOf(1), "--base-url", url, ...argv], {
    env: { CARRY_API_KEY: "k" },
    clock: { now: () => Date.parse("2026-06-01T09:00:00Z") },
  });
  return stdout;
}

/** The line of a page that begins with a label. */
function line(text: string, label: string): string | undefined {
  return text
    .split("\n")
    .find((it) => it.startsWith(`${label}  `))
    ?.replace(/ {2,}/g, "  ");
}

describe("positions get", () => {
  it("sets long against short, and funding against fees", async () => {
    const text = await page(detail(), ["--no-performance"]);
    const hedge = text.slice(text.indexOf("\nHedge\n"), text.indexOf("\n\n  "));
    expect(hedge.replace(/ {2,}/g, "  ").split("\n")).toEqual([
      "",
      "Hedge",
      "long quantity  0.5",
      "short quantity  0.4",
      "net quantity  +0.1",
      "imbalance  20.00% (of the larger side)",
      "unhedged  +6,100.00",
      "gross notional  54,980.00",
      "net notional  +6,020.00",
      "entry basis  +0.5000% (short over long)",
      "current basis  +0.3279% (short over long)",
      "price PnL  +140.00",
      "",
      "Basis, 30 days",
      "basis  +0.3279% (100.00% of 90 instants at or below)",
      "mean  0.0000%",
      "daily sd  0 (points)",
      "half-life  –",
      "worst week  0 (points)",
      "as of  2026-06-01 11:55Z",
      "",
      "Funding now",
      "funding 24h  +1.80",
      "funding 7d  +12.60",
      "funding 30d  +44.40 (592h)",
      "funding/day (7d)  +1.80",
      "now APR  +2.15%",
      "",
      "Break-even",
      "funding so far  +37.50",
      "fees paid  24.00",
      "exit fees (est.)  – (only in the list; --performance fetches it)",
      "fees paid, covered so far  156.25%",
      "all fees, covered so far  – (a figure is missing)",
    ]);
    expect(line(text, "notional")).toBe("notional  30,500.00  24,480.00");
    expect(text.replace(/ {2,}/g, "  ")).toContain("\nprice PnL  +500.00  -360.00\n");
    expect(text).not.toContain("*");
  });

  it("weights the prices of several legs of a side by quantity", async () => {
    const text = await page(
      detail([LONG, SHORT, { ...SHORT, quantity: 0.1, open_price: 61300, mark_price: 60000 }]),
    );
    expect(line(text, "entry basis")).toBe("entry basis  +0.8333% (short over long)");
    expect(line(text, "current basis")).toBe("current basis  -0.0656% (short over long)");
    expect(line(text, "imbalance")).toBe("imbalance  0.00% (of the larger side)");
  });

  it("never guesses: figures that cannot be calculated are missing", async () => {
    const unmarked = { ...LONG, mark_price: null, mark_price_updated_at: null };
    const text = await page(
      detail([unmarked, { ...SHORT, funding: { calculated: -99, override: null } }]),
      ["--no-performance"],
    );
    expect(line(text, "notional")).toBe("notional  –  24,480.00");
    expect(line(text, "gross notional")).toBe("gross notional  54,480.00=");
    expect(line(text, "current basis")).toMatch(/^current basis {2}–/);
    expect(text).toContain("– (a price or the held quantity is missing)");
    expect(line(text, "fees paid, covered so far")).toBe("fees paid, covered so far  -244.79%");
  });

  it("says why no funding is received, whatever the markets", async () => {
    const negative = await page(detail([{ ...LONG, quantity: -1 }, SHORT]));
    expect(line(negative, "funding 24h")).toBe("funding 24h  – (negative quantity)");
    const none = await page(detail([LONG, SHORT].map((it) => ({ ...it, quantity: 0 }))));
    expect(line(none, "funding 24h")).toBe("funding 24h  – (no leg holds anything)");
  });

  it("names the pair as every screen, without a side that holds nothing", async () => {
    const titleOf = async (legs: readonly object[]) => (await page(detail(legs))).split("\n")[0];
    expect(await titleOf([LONG, { ...SHORT, quantity: 0 }])).toMatch(/ · binance\/–$/);
    const two = [LONG, { ...SHORT, exchange: "binance", symbol: "BTCUSDC" }];
    expect(await titleOf(two)).toMatch(/ · binance:BTCUSDT\/BTCUSDC$/);
  });

  it("marks what rests on a stale mark price by the service's time, and explains it once", async () => {
    const text = await page(
      detail([LONG, { ...SHORT, mark_price_updated_at: "2026-06-01T11:54:59Z" }]),
    );
    expect(line(text, "mark price")).toBe("mark price  61,000.00  61,200.00*");
    expect(text.replace(/ {2,}/g, "  ")).toContain("\nprice PnL  +500.00  -360.00*\n");
    expect(line(text, "current basis")).toBe("current basis  +0.3279%* (short over long)");
    expect(line(text, "return on margin")).toMatch(/^return on margin {2}[+-][\d.]+%\*/);
    expect(text.match(/mark price older than 5 minutes/g)).toHaveLength(1);
  });

  it("shows of a closed position the basis at the close, and no days to go", async () => {
    const gone = { quantity: 0, mark_price: null, mark_price_updated_at: null };
    const legs = [
      { ...LONG, ...gone, close_price: 60600, close_fee_paid: 10 },
      { ...SHORT, ...gone, close_price: 60300, close_fee_paid: 11 },
    ];
    const text = await page(detail(legs, { status: "closed", closed_at: "2026-05-17T12:00:00Z" }));
    expect(line(text, "exit basis")).toBe("exit basis  -0.4950% (short over long)");
    expect(line(text, "exit fees (est.)")).toBe("exit fees (est.)  0.00");
    expect(line(text, "all fees, covered so far")).toBe("all fees, covered so far  83.33%");
    expect(text).not.toContain("Funding now");
  });
});

describe("positions get --performance", () => {
  it("is the default of a page", async () => {
    expect(await page(detail())).toBe(await page(detail(), ["--performance"]));
  });

  it("does not say how to request what was requested, where the list has none", async () => {
    const words = ["positions", "get", uuidOf(1), "--performance"];
    const { stdout } = await carryWith({ positions: [position(1)] }, words);
    expect(line(stdout, "net PnL")).toBe("net PnL  – (requested, and not received)");
    expect(line(stdout, "exit fees (est.)")).toContain("(requested, and not received)");
  });

  it("takes the exit fees from the list, and with them the break-even", async () => {
    const text = await page(detail(), ["--performance"]);
    expect(line(text, "net PnL")).toBe("net PnL  +81.50");
    expect(line(text, "all fees, covered so far")).toBe("all fees, covered so far  648.39%");
  });

  it("shows the funding of one source, and how far the legs differ from it", async () => {
    const text = await page(detail(), ["--performance"]);
    expect(line(text, "funding so far")).toBe("funding so far  +100.50");
    expect(line(text, "funding differs")).toBe("funding differs  legs +37.50, performance +100.50");
    const made = { ...LONG, funding: { calculated: 103.5, override: null } };
    expect(line(await page(detail([made, SHORT]), ["--performance"]), "funding differs")).toBe(
      "funding differs  legs +100.75 (override short bybit), performance +100.50",
    );
  });

  /* 0.5 long and 0.4 short at one rate: 0.1 × 60,000 × rate, three times a day. */
  it.each<[string, number, string, string]>([
    [
      "the days at what is paid now",
      -718.2,
      "-0.0002",
      "in 199.5 days (30d pace 199.5, worst week 199.5; at the funding of the last 7 days, +3.60 a day, prices as now)",
    ],
    ["that it takes more than a year", -718.2, "-0.0001", "> 1 year"],
    [
      "that it never comes where funding costs",
      -718.2,
      "0.00102278",
      "never at the funding of the last 7 days (-18.41 a day; 30d pace never, worst week never)",
    ],
    [
      "that it never comes where funding is nothing",
      -718.2,
      "0",
      "never at the funding of the last 7 days (0.00 a day; 30d pace never, worst week never)",
    ],
    ["that it is past it", 81.5, "-0.0002", "past it"],
    ["when it is back at zero", 81.5, "0.0002", "back at zero in 22.6 days"],
  ])("says of the break-even %s", async (_what, net_pnl, rate, expected) => {
    const more = { performance: performance({ net_pnl }) };
    const text = await page(detail([LONG, SHORT], more), [], settled(rate));
    expect(line(text, "break-even, net PnL")).toContain(expected);
  });

  it("takes 24 hours where a week is not known, and says so", async () => {
    const more = { performance: performance({ net_pnl: -18 }) };
    const holes = settled("-0.0002").filter((_, n) => n < 4 || n > 12);
    const text = await page(detail([LONG, SHORT], more), [], holes);
    expect(line(text, "break-even, net PnL")).toContain(
      "in ~5.0 days (30d pace –, worst week at least 5.0 days; at the funding of the last 24 hours",
    );
  });

  it("prints it as the list has it, behind what the service sent of the position", async () => {
    const list = await carry(
      [
        "positions",
        "list",
        "--performance",
        "-o",
        "json",
        "--query",
        "[2].[position_id, performance]",
      ],
      { env: env() },
    );
    const [id, listed] = JSON.parse(list.stdout) as [string, object];
    const plain = await carry(["positions", "get", id, "-o", "json"], { env: env() });
    const full = await carry(["positions", "get", id, "--performance", "-o", "json"], {
      env: env(),
    });
    expect(full.stdout).toBe(
      `${plain.stdout.slice(0, -2)},"performance":${JSON.stringify(listed)}}\n`,
    );
  });
});
