import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { NOW } from "../support/now.js";
import { DAY, HOUR, recordedSandboxForFile } from "../support/recorded-sandbox.js";

type Json = Readonly<Record<string, unknown>>;
interface Answer {
  readonly rows: readonly Json[];
  readonly totals: Json;
}

/** Ten looks at noon; it is 20:00 now. */
const NOON = Math.floor(NOW / DAY) * DAY - 12 * HOUR;
const recorded = recordedSandboxForFile(
  Array.from({ length: 10 }, (_, n) => NOON - (9 - n) * DAY),
  { seed: 3, positions: 20, end: NOON + 8 * HOUR },
);

async function answer(...argv: readonly string[]): Promise<Answer> {
  const { stdout, stderr, code } = await recorded().carry([...argv, "-o", "json"]);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Answer;
}

const PARTS = ["funding_pnl", "spread_pnl", "fees_paid", "fees_estimated_exit"] as const;

/** Returns a figure to eight decimals; 0 where it is unknown. */
function usdOf(row: Json, name: string): Big {
  const figure = row[name] as { readonly value: number | null } | number;
  return new Big((typeof figure === "number" ? figure : figure.value) ?? 0).round(8);
}

function sumOf(rows: readonly Json[], name: string): string {
  const sum = rows.reduce((all, row) => all.plus(usdOf(row, name)), new Big(0));
  return sum.toFixed(4);
}

describe("carry pnl", () => {
  it("shows ten looks at noon as nine rows, and one up to now", async () => {
    const { rows } = await answer("pnl", "--by", "look");
    expect(rows.map(({ to }) => to)).toEqual([
      ...Array.from({ length: 9 }, (_, n) =>
        new Date(NOON - (8 - n) * DAY).toISOString().replace(".000", ""),
      ),
      expect.any(String),
    ]);
  });

  it.each(["look", "day", "month", "asset", "pair", "position"])(
    "has rows by %s that add up to the totals, each of its parts",
    async (by) => {
      const { rows, totals } = await answer("pnl", "--by", by);
      for (const name of ["net_pnl", ...PARTS]) {
        expect(sumOf(rows, name), name).toBe(usdOf(totals, name).toFixed(4));
      }
      for (const row of [...rows, totals]) {
        const [funding, price, fees, exit] = PARTS.map((name) => usdOf(row, name));
        const parts = funding
          ?.plus(price ?? 0)
          .minus(fees ?? 0)
          .minus(exit ?? 0);
        expect(parts?.minus(usdOf(row, "net_pnl")).abs().toNumber()).toBeLessThan(0.011 * 20);
      }
    },
  );

  it("says of a time what status and the report say of it", async () => {
    const { since } = (await answer("status")) as unknown as { readonly since: Json };
    const start = String(since.from);
    const { totals } = await answer("pnl", "--by", "look", "--start", start);
    for (const name of ["net_pnl", ...PARTS]) {
      expect(usdOf(since, name).toFixed(), name).toBe(usdOf(totals, name).toFixed());
    }
    const whole = await answer("pnl");
    const { stdout: page } = await recorded().carry(["report", "--out", "-"]);
    const [, part = ""] = page.split("<h2>Net PnL over time");
    const net = usdOf(whole.totals, "net_pnl").toNumber();
    const text = Math.round(net).toLocaleString("en-US", { signDisplay: "exceptZero" });
    expect(part).toMatch(new RegExp(`<dt>net</dt><dd><span>${text.replace("+", "[+]")}</span>`));
    const [table = ""] = part.split("</table>");
    expect(table.match(/<th scope="row"/g)).toHaveLength(whole.rows.length);
  });

  it("lists each settlement in USD by event: quantity × mark price × rate, paid by a long leg", async () => {
    const { rows, totals } = await answer("pnl", "--by", "event", "--start", "2d");
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      const { quantity, mark_price, funding_rate, side } = row as Record<string, string>;
      const usd = new Big(quantity ?? "").times(mark_price ?? "").times(funding_rate ?? "");
      const paid = side === "long" ? usd.neg() : usd;
      expect(usdOf(row, "funding_pnl").minus(paid).abs().lt("1e-7")).toBe(true);
    }
    expect(sumOf(rows, "funding_pnl")).toBe(usdOf(totals, "funding_pnl").toFixed(4));
  });

  it("has the settlements from --start on, and those of --end in the next range", async () => {
    const times = async (start: string, end: string) => {
      const { rows } = await answer("pnl", "--by", "event", "--start", start, "--end", end);
      return rows.map(({ time }) => String(time));
    };
    const [first, noon, last] = [-12, 0, 4].map((hours) =>
      new Date(NOON + hours * HOUR).toISOString(),
    ) as [string, string, string];
    const [before, after] = [await times(first, noon), await times(noon, last)];
    expect(before.some((time) => Date.parse(time) === NOON - 12 * HOUR)).toBe(true);
    expect(after.some((time) => Date.parse(time) === NOON)).toBe(true);
    expect([...before, ...after]).toEqual(await times(first, last));
  });

  it("draws a chart over time alone", async () => {
    const chart = await recorded().carry(["pnl", "--chart"]);
    expect(chart.stdout).toContain("net PnL of each day, USD");
    const refused = await recorded().carry(["pnl", "--chart", "--by", "asset"]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("not by asset")]);
  });
});

describe("a history with record on", () => {
  it("grows by what a status lists, at most one look a minute", async () => {
    const directory = mkdtempSync(join(tmpdir(), "carry-looks-"));
    const env = {
      ...recorded().env,
      ...{ CARRY_CONFIG_DIR: directory, CARRY_ARCHIVE: join(directory, "archive") },
      CARRY_PROFILE: "desk",
    };
    const run = async (...argv: string[]) => (await recorded().carry(argv, { env })).stdout;
    await run("profile", "set", "record", "on", "--profile", "desk");
    await run("status");
    await run("status");
    recorded().now += HOUR;
    await run("list");
    const { rows } = JSON.parse(await run("pnl", "--by", "look", "-o", "json"));
    recorded().now -= HOUR;
    expect(rows).toHaveLength(1);
    expect(rows[0].to.slice(11, 16)).toBe("21:00");
    rmSync(directory, { recursive: true });
  });
});

describe("carry pnl without a history", () => {
  const env = () => ({ ...recorded().env, CARRY_ARCHIVE: "/nonexistent/archive" });

  it("shows the funding of 30 days and how to begin one", async () => {
    const { stdout, code } = await recorded().carry(["pnl"], { env: env() });
    expect(code).toBe(0);
    expect(stdout).toMatch(/of funding in \d+ days/);
    expect(stdout).toContain("carry profile set record on");
  });

  it("is an error for programs, with exit code 9", async () => {
    const { stdout, stderr, code } = await recorded().carry(["pnl", "-o", "csv"], { env: env() });
    expect([stdout, code]).toEqual(["", 9]);
    expect(stderr).toContain("carry archive sync");
  });
});
