import { describe, expect, it } from "vitest";
import { PAIR_AUDITS } from "../../../src/features/explain/audits/pair.js";
import { AUDITED } from "../../../src/features/explain/command.js";
import { randomMarkets } from "../../recomputed/random-portfolio.js";
import { settled } from "../../support/answers.js";
import { listedService } from "../../support/listed-service.js";
import { NOW } from "../../support/now.js";

interface Figure {
  readonly value: number | null;
  readonly unit: string;
  readonly base?: string;
  readonly bound?: string;
  readonly se?: number;
}
interface Audit {
  readonly long: { readonly market_id: number; readonly symbol: string };
  readonly inputs: readonly {
    readonly side: string;
    readonly rate?: string;
    readonly amount: number | null;
    readonly in_sum: boolean;
  }[];
  readonly steps: readonly { readonly step: string; readonly value: number | null }[];
  readonly value: Figure;
}
interface RankRow extends Readonly<Record<`annualised_${"1d" | "3d" | "7d" | "30d"}`, Figure>> {
  readonly long: { readonly market_id: number };
  readonly short: { readonly market_id: number };
  readonly worst_week: Figure;
}

const RANKED = { "24h": "1d", "3d": "3d", "7d": "7d", "30d": "30d" } as const;
const markets = [...randomMarkets(8, NOW)].map(([id, events]) => ({ id, asset: "BTC", events }));

const near = (actual: number | null, expected: number | null | undefined, what: string) => {
  if (actual === null || expected == null)
    return expect([what, actual]).toEqual([what, expected ?? null]);
  return expect(Math.abs(actual - expected), what).toBeLessThan(1e-9 + 1e-9 * Math.abs(expected));
};
const stepOf = ({ steps }: Audit, name: string) =>
  steps.find(({ step }) => step === name)?.value ?? 0;
/** The spread by hand: from the texts of the events alone. */
const byHand = ({ inputs }: Audit) =>
  inputs
    .filter((it) => it.in_sum)
    .reduce((sum, { side, rate }) => sum + (side === "long" ? -1 : 1) * Number(rate), 0);

describe("the audit of a figure of a pair of markets", () => {
  it("adds up to what funding rank shows, event by event", async () => {
    const { run } = await listedService({ markets });
    const audit = async (figure: string, { long, short }: RankRow): Promise<Audit> => {
      const ids = [String(long.market_id), String(short.market_id)];
      return JSON.parse((await run(["explain", figure, ...ids, "-o", "json", "-q"])).stdout);
    };
    const { rows } = JSON.parse((await run(["funding", "rank", "-o", "json", "-q"])).stdout) as {
      readonly rows: readonly RankRow[];
    };
    let [known, sure] = [0, 0];
    for (const row of [...rows.slice(0, 8), ...rows.slice(-4)]) {
      for (const [window, ranked] of Object.entries(RANKED)) {
        const found = await audit(`run_${window}`, row);
        const { value } = row[`annualised_${ranked}`];
        near(found.value.value, value, window);
        expect(found.value).toMatchObject({ unit: "percent_per_year", base: "notional" });
        if (value === null) continue;
        known++;
        near((byHand(found) / stepOf(found, "covered days")) * 36_500, value, `${window} by hand`);
      }
      const worst = await audit("worst_week", row);
      near(worst.value.value, row.worst_week.value, "worst week");
      expect(worst.value.bound).toBe(row.worst_week.bound);
      const se = await audit("se", row);
      near(se.value.value, row.annualised_7d.se, "se");
      if (row.annualised_7d.se !== undefined) sure++;
    }
    expect([known > 15, sure > 3]).toEqual([true, true]);
  }, 60_000);

  it("has the basis of funding compare, and both names of its markets", async () => {
    const { run } = await listedService({ markets });
    for (const short of ["2", "3", "4"]) {
      const compared = await run(["funding", "compare", "1", short, "-o", "json", "-q"]);
      const { stdout } = await run(["explain", "basis", "x1:S1", short, "-o", "json", "-q"]);
      const found = JSON.parse(stdout) as Audit;
      const { now } = JSON.parse(compared.stdout).totals.basis;
      near(found.value.value, now.value, "basis");
      if (now.value !== null)
        expect(Math.abs(stepOf(found, "basis") - now.value)).toBeLessThan(1e-7);
      expect(found.long).toMatchObject({ market_id: 1, symbol: "S1" });
    }
  });

  it("is a page and rows, and is refused for figures of positions alone, with the list", async () => {
    expect(Object.keys(PAIR_AUDITS).sort()).toEqual([...AUDITED.pair].sort());
    const some = ["0.0001", "0.0003"].map((rate, n) => ({ id: n + 1, events: settled(rate) }));
    const { run } = await listedService({ markets: some });
    // 0.0002 every 8 hours is 0.0002 × 3 × 365 = 21.9 % a year
    const page = await run(["explain", "run_7d", "x1:S1", "x2:S2", "--no-color"]);
    expect(page.stdout).toMatch(/^run_7d of x1:S1 and x2:S2\n/);
    expect(page.stdout).toContain("run_7d  21.9 (percent_per_year of notional)");
    const csv = await run(["explain", "se", "1", "2", "-o", "csv"]);
    expect(csv.stdout.trim().split("\r\n").at(-1)).toMatch(/^value,se,.*,0$/);
    const refused = await run(["explain", "unhedged", "1", "2"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("unhedged is not audited for a pair");
    expect(refused.stderr).toContain(
      "audited are run_24h, run_3d, run_7d, run_30d, basis, se, worst_week;",
    );
    expect((await run(["explain", "run_7d", "1", "1"])).code).toBe(2);
  });
});
