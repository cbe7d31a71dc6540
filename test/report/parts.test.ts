import { expect, it } from "vitest";
import { statusOf } from "../../src/analytics/portfolio/status.js";
import type { ReportData } from "../../src/report/data.js";
import { pageLook } from "../../src/report/page-look.js";
import { portfoliosPart } from "../../src/report/parts/portfolios.js";
import { criteria, longLeg, runs, shortLeg, sound } from "../analytics/position/judged.js";
import { carryWith, settled } from "../support/answers.js";
import { ago, long, MINUTE, short } from "../support/fresh-legs.js";
import { performance, position } from "../support/records.js";

const PAID = { 1: settled("0.0001"), 2: settled("0.0002") };
type Histories = NonNullable<Parameters<typeof carryWith>[0]["histories"]>;

/** Returns the text of a report without markup. */
async function report(positions: readonly object[], histories: Histories = PAID) {
  const { stdout } = await carryWith({ positions, histories }, ["report", "--out", "-", "-q"]);
  const body = stdout.slice(stdout.indexOf("<body>"));
  return body.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

it("No funding was settled only where all of it is known", async () => {
  const one = position(1, { legs: [long(), short()] });
  const unmarked = settled("0.0001").map((it) => ({ ...it, mark_price: null }));
  for (const histories of [
    { 1: 404, 2: 404 },
    { 1: unmarked, 2: unmarked },
  ]) {
    expect(await report([one], histories)).toContain("The settled funding is unknown.");
  }
  const young = { ...one, opened_at: ago(MINUTE) };
  expect(await report([young])).toContain("No funding was settled in this range.");
});

it("What is held on an exchange says what is not in it", async () => {
  const unknown = { mark_price: null, open_price: null, mark_price_updated_at: null };
  const text = await report([
    position(1, { legs: [long({ quantity: 1, mark_price: 10_000 }), short(unknown)] }),
    position(2, { legs: [long(unknown), short({ quantity: 1, mark_price: 10_000 })] }),
    position(3, { legs: [long({ exchange: "okx" }), short({ exchange: "okx" })] }),
  ]);
  expect(text).toContain("binance 2 ≥10,000.00 (1 of 2) 0.00 – – ");
  expect(text).toContain("long ≥10,000.00 (1 of 2) · short 0.00 · net – (0 of 2)");
  expect(text.match(/≤75\.3%/g)).toHaveLength(2); // beside the bar and in the table
  expect(text).toContain("≥ is at least, ≤ at most.");
});

it("Annual rates of young positions have their mark, or are unknown", async () => {
  const ofAge = (n: number, asset: string, duration_days: number) => {
    const apr = -30.3 - n;
    return position(n, {
      asset,
      legs: [long(), short()],
      performance: performance({ duration_days, apr }),
    });
  };
  const text = await report([ofAge(1, "BTC", 3), ofAge(2, "ETH", 0.5), ofAge(3, "SOL", 40)]);
  expect(text).toContain("-31.30%~");
  expect(text).not.toContain("-32.30%");
  expect(text).toMatch(/-33\.30%(?!~)/);
});

it("A position has the same pair as on a screen", async () => {
  const on = { exchange: "binance" };
  const text = await report([
    position(1, { legs: [long(), short({ quantity: 0 })] }),
    position(2, { legs: [long({ symbol: "ETHUSDC" }), short({ ...on, symbol: "ETHUSDT" })] }),
  ]);
  expect(text).toContain(" binance/– ");
  expect(text).toContain(" binance:ETHUSDC/ETHUSDT ");
  expect(text).not.toMatch(/binance\/(bybit|binance)/);
});

it("Portfolios have the marks of their annual rate, and no names when redacted", () => {
  const unmarked = sound({ legs: [longLeg({ mark_price: null }), shortLeg()] });
  const status = statusOf([unmarked], () => undefined, criteria());
  const apr = { ...runs(-3)["7d"].perDay, unit: "percent_per_year" } as const;
  const book = { ...status.book, apr: { ...apr, about: true, counted: 1, of: 2 } };
  const totals = { ...status, book };
  const portfolios = ["family", "fund"].map((portfolio) => ({
    portfolio,
    portfolio_id: "x",
    totals,
  }));
  const data = { portfolios, positions: [unmarked], status } as unknown as ReportData;
  const textOf = (redact: boolean) => {
    const page = pageLook(data, { redact, zone: "UTC", made: "" });
    return portfoliosPart(data, page)?.markup.replace(/<[^>]+>/g, " ");
  };
  expect(textOf(false)).toMatch(/family .*~-3\.00% {2,}\(1 of 2\)/);
  expect(textOf(true)).not.toMatch(/family|fund/);
});
