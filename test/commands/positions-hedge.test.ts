import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { leg, PORTFOLIO, performance, position, uuidOf } from "../support/records.js";
import { sandboxForFile } from "../support/sandbox.js";

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

async function page(data: object, argv: readonly string[] = []): Promise<string> {
  const { performance: _, ...listed } = position(1, { performance: performance() });
  const { url } = await faultyServer((socket, request) => {
    const list = { data: [{ ...listed, performance: performance() }], next_cursor: null };
    socket.write(
      answer(200, JSON.stringify(request.includes("/portfolios/") ? list : { data }), {
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
    const text = await page(detail());
    const hedge = text.slice(text.indexOf("\nHedge\n"));
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
      "Break-even",
      "funding  +37.50",
      "funding a day  +1.50",
      "fees paid  24.00",
      "exit fees  – (told in the list alone; --performance looks there)",
      "fees paid, covered by funding  after 16.0 days (reached)",
      "all fees, covered by funding  – (a figure is missing)",
      "",
    ]);
    expect(line(text, "notional")).toBe("notional  30,500.00  24,480.00");
    expect(line(text, "price PnL")).toBe("price PnL  +500.00  -360.00");
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

  it("never guesses: what cannot be worked out is missing", async () => {
    const unmarked = { ...LONG, mark_price: null, mark_price_updated_at: null };
    const text = await page(
      detail([unmarked, { ...SHORT, funding: { calculated: -99, override: null } }]),
    );
    expect(line(text, "notional")).toBe("notional  –  24,480.00");
    expect(line(text, "gross notional")).toBe("gross notional  –");
    expect(line(text, "current basis")).toMatch(/^current basis {2}–/);
    expect(text).toContain("– (a price, or the quantity that was held, is not told)");
    expect(line(text, "fees paid, covered by funding")).toBe(
      "fees paid, covered by funding  – (funding has not earned so far)",
    );
  });

  it("marks what rests on a stale mark price by the service's time, and explains it once", async () => {
    const text = await page(
      detail([LONG, { ...SHORT, mark_price_updated_at: "2026-06-01T11:54:59Z" }]),
    );
    expect(line(text, "mark price")).toBe("mark price  61,000.00  61,200.00*");
    expect(line(text, "price PnL")).toBe("price PnL  +500.00  -360.00*");
    expect(line(text, "current basis")).toBe("current basis  +0.3279%* (short over long)");
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
    expect(line(text, "exit fees")).toBe("exit fees  0.00");
    expect(line(text, "all fees, covered by funding")).toBe(
      "all fees, covered by funding  after 12.0 days (closed before)",
    );
  });
});

describe("positions get --performance", () => {
  it("takes the exit fees from the list, and with them the break-even", async () => {
    const text = await page(detail(), ["--performance"]);
    expect(line(text, "net PnL")).toBe("net PnL  +81.50");
    expect(line(text, "all fees, covered by funding")).toBe(
      "all fees, covered by funding  after 19.5 days (reached)",
    );
  });

  it("counts a loss of spread in the days until net PnL is zero", async () => {
    const spread_pnl = { realized: -100, unrealized: -700 };
    const losing = { performance: performance({ net_pnl: -718.2, spread_pnl }) };
    expect(line(await page(detail([LONG, SHORT], losing)), "break-even, net PnL")).toBe(
      "break-even, net PnL  in 478.8 days (at the rate so far, prices as now)",
    );
    const text = await page(detail(), ["--performance"]);
    expect(line(text, "break-even, net PnL")).toBe("break-even, net PnL  reached (not below zero)");
    expect(await page(detail())).not.toContain("break-even, net PnL");
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
