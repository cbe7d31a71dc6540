import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AUDITS } from "../../../src/features/explain/audits/all-audits.js";
import { AUDITED } from "../../../src/features/explain/command.js";
import { randomMarkets, randomPositions } from "../../recomputed/random-portfolio.js";
import { servedBy } from "../../recomputed/served.js";
import { type Answers, carryWith, settled } from "../../support/answers.js";
import { ago, DAY, MINUTE } from "../../support/fresh-legs.js";
import { NOW } from "../../support/now.js";
import { leg, performance, position, uuidOf } from "../../support/records.js";

interface Input {
  readonly input: string;
  readonly side?: string;
  readonly rate?: string;
  readonly mark_price?: string;
  readonly quantity?: number;
  readonly amount: number | null;
  readonly in_sum: boolean;
}
interface Audit {
  readonly inputs: readonly Input[];
  readonly steps: readonly { readonly step: string; readonly value: number | null }[];
  readonly value: { readonly value: number | null; readonly unit: string };
}

async function audit(of: Answers, figure: string, id: string): Promise<Audit> {
  const { stdout, code, stderr } = await carryWith(of, ["explain", figure, id, "-o", "json", "-q"]);
  expect([code === 0 || code === 11, stderr]).toEqual([true, ""]);
  return JSON.parse(stdout);
}

const near = (actual: number | null, expected: number | null, what: string) => {
  if (expected === null || actual === null) return expect([what, actual]).toEqual([what, expected]);
  const room = 1e-7 + 1e-9 * Math.abs(expected);
  return expect(Math.abs(actual - expected), what).toBeLessThan(room);
};
const stepOf = ({ steps }: Audit, name: string) =>
  steps.find(({ step }) => step === name)?.value ?? null;
/** The sum by hand: from the texts of the events alone. */
const byHand = ({ inputs }: Audit) =>
  inputs
    .filter((it) => it.in_sum)
    .reduce((sum, { side, quantity = 0, rate, mark_price: mark }) => {
      const sign = side === "long" ? 1 : -1;
      return sum - sign * quantity * Number(mark) * Number(rate);
    }, 0);

describe("the audit of a figure of what a position is paid", () => {
  const of = servedBy(randomPositions(40, 12, NOW), randomMarkets(12, NOW));

  it("adds up to what positions outlook and list show, event by event", async () => {
    const { stdout } = await carryWith(of, ["positions", "outlook", "-o", "json", "-q"]);
    const { rows } = JSON.parse(stdout);
    let known = 0;
    for (const row of rows.slice(0, 25)) {
      for (const window of ["24h", "7d"]) {
        const found = await audit(of, `run_${window}`, row.position_id);
        const { value } = row[`run_${window}`];
        near(found.value.value, value, `${row.position_id} ${window}`);
        if (value === null) continue;
        known++;
        near(byHand(found) / (stepOf(found, "covered days") ?? 0), value, `${window} by hand`);
        near(stepOf(found, "sum"), byHand(found), "sum");
      }
    }
    expect(known).toBeGreaterThan(8);
  });

  it("has the worst week and the standard error of the outlook", async () => {
    const { stdout } = await carryWith(of, ["positions", "outlook", "-o", "json", "-q"]);
    const { rows } = JSON.parse(stdout);
    const some = rows.filter((it: { worst_week: Input }) => it.worst_week.amount !== null);
    let known = 0;
    for (const row of some.slice(0, 12)) {
      const worst = await audit(of, "worst_week", row.position_id);
      near(worst.value.value, row.worst_week.value, "worst week");
      if (row.worst_week.value !== null) near(byHand(worst), row.worst_week.value, "by hand");
      const se = await audit(of, "se", row.position_id);
      near(se.value.value, row.run_7d.se ?? null, "se");
      if (row.run_7d.se === undefined) continue;
      known++;
      near(stepOf(se, "n"), se.inputs.filter((it) => it.in_sum).length, "n");
    }
    expect(known).toBeGreaterThan(1);
  });
});

describe("the audit of one position", () => {
  const legs = [
    leg({ market_id: 1, quantity: 3, open_price: 90, mark_price: 100, leverage: 5 }),
    leg({
      ...{ side: "short", exchange: "bybit", market_id: 2, quantity: 2, open_price: 92 },
      ...{ mark_price: 101, leverage: 5 },
    }),
  ].map((it) => ({ ...it, mark_price_updated_at: ago(MINUTE) }));
  const net = { funding_pnl: 10, fees: { paid: 6, estimated_exit: 4 }, net_pnl: -12 };
  const spread = { spread_pnl: { realized: 0, unrealized: -12 } };
  const sent = performance({ ...net, ...spread, apr: -3.65, duration_days: 40 });
  const one = position(1, { opened_at: ago(40 * DAY), legs, performance: sent });
  const holed = settled("0.0001").filter((_, n) => n !== 1);
  const of: Answers = { positions: [one], histories: { 1: holed, 2: settled("0.0002") } };
  const found = (figure: string) => audit(of, figure, uuidOf(1));

  it("tells a missing event, and leaves its period out of the sum in every leg", async () => {
    const { inputs, steps, value } = await found("run_7d");
    const missing = inputs.filter((it) => it.input === "missing event");
    expect(missing).toMatchObject([{ side: "long", amount: null, in_sum: false }]);
    expect(inputs.filter((it) => !it.in_sum)).toHaveLength(2);
    expect(steps.at(-1)).toMatchObject({ step: "a day", value: value.value });
    // −3 × 60,000 × 0.0001 + 2 × 60,000 × 0.0002 = 6, three times a day
    expect(value).toMatchObject({ value: 18, unit: "usd_per_day", covered_hours: 160 });
    expect((await found("funding_24h")).value.value).toBeNull();
  });

  it("sums the funding since an opening in UTC, wherever this computer is", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("TZ", "Asia/Tokyo");
    const opened = { ...one, opened_at: "2026-05-31T20:00:00" };
    const histories = { 1: settled("0.0001"), 2: settled("0.0002") };
    const since = await audit({ positions: [opened], histories }, "funding_24h", uuidOf(1));
    expect([stepOf(since, "sum"), since.value.value]).toEqual([6, 6]); // of one whole period
  });

  it("computes the hedge, the margins and the performance step by step", async () => {
    expect((await found("unhedged")).value).toMatchObject({ value: 100, unit: "usd" });
    expect(stepOf(await found("unhedged"), "net quantity")).toBe(1);
    near((await found("imbalance")).value.value, 100 / 3, "imbalance");
    expect((await found("basis")).value.value).toBe(1);
    const pnl = await found("net_pnl");
    expect([pnl.value.value, stepOf(pnl, "difference")]).toEqual([-12, 0]);
    const apr = await found("apr");
    expect([apr.value.value, stepOf(apr, "capital")]).toEqual([-3.65, 3000]);
    near((await found("break_even")).value.value, 12 / 18, "break-even");
    const distance = await found("distance");
    // 90 × 0.8 = 72 and 92 × 1.2 = 110.4
    expect(stepOf(distance, "bankruptcy price, long binance")).toBe(72);
    near(distance.value.value, ((110.4 - 101) / 101) * 100, "nearest");
  });

  it("computes nothing from a quantity that is negative, and says so", async () => {
    const negative = { ...one, legs: legs.map((it) => ({ ...it, quantity: -1 })) };
    for (const figure of ["unhedged", "imbalance", "basis"]) {
      const { steps, value } = await audit({ positions: [negative] }, figure, uuidOf(1));
      expect([value.value, steps]).toEqual([
        null,
        [
          {
            step: "unknown",
            formula: "needs what is held",
            value: null,
            case: "negative quantity",
          },
        ],
      ]);
    }
  });

  it("is a page, and rows of inputs, steps and the value in csv", async () => {
    const page = await carryWith(of, ["explain", "unhedged", uuidOf(1), "--no-color"]);
    expect(page.stdout).toContain("unhedged  100 (usd)");
    const { stdout } = await carryWith(of, ["explain", "run_24h", uuidOf(1), "-o", "csv"]);
    const lines = stdout.trim().split("\r\n");
    expect(lines[0]).toBe(
      "of,name,side,exchange,market_id,time,rate,mark_price,quantity,amount,in_sum,formula,value",
    );
    expect(lines.at(-1)).toMatch(/^value,run_24h,/);
  });

  it("is refused for other names, with the list", async () => {
    expect(Object.keys(AUDITS).sort()).toEqual([...AUDITED.position].sort());
    const { code, stderr } = await carryWith(of, ["explain", "run_8d", uuidOf(1)]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/run_8d is not audited for a position\nhint: did you mean run_\dd\? /);
    expect(stderr).toContain("audited are run_24h, run_3d, run_7d");
    const none = await carryWith(of, ["explain", "run_7d", "XYZ"]);
    expect(none.code).not.toBe(0);
  });
});
