import { describe, expect, it } from "vitest";
import { textOf } from "../support/page.js";

/** Returns the sample of a command line on the page. */
function sampleOf(line: string): string {
  const [, after = ""] = textOf("docs/first-hour.md").split(`$ ${line}\n`);
  return after.split("```")[0] ?? "";
}

describe("docs/first-hour.md explains what its samples show", () => {
  it("a position that has turned, whose last week was the worst", () => {
    const rows = sampleOf("carry positions outlook SOL.7572 XRP BTC");
    expect(rows).toMatch(/^SOL\.7572 .* turned .* -1,053/m);
    expect(rows).toMatch(/^XRP .* flat /m);
  });

  it("a low margin, one that is past, and a position without a short leg", () => {
    const page = sampleOf("carry positions risk ETH.7ba3 ARB.05d5 XRP");
    expect(page).toMatch(/^ETH\.7ba3 .*short +gate .* low /m);
    expect(page).toMatch(/^ARB\.05d5 +short +dydx .* past /m);
    expect(page).toMatch(/^unhedged .*: XRP /m);
  });
});

describe("docs/first-hour.md explains where else a position could be", () => {
  it("pairs that are long where the position is short, the fourth of them the held one turned round", () => {
    const rows = sampleOf("carry positions rotate SOL.7572 --fee 5bps --top 4")
      .split("\n")
      .slice(5, 9);
    expect(rows.every((row) => /^SOL\.7572 +okx\//.test(row))).toBe(true);
    const [, run, gain] = / okx\/hyp +\+([\d.]+) +\+([\d.]+)/.exec(rows[0] ?? "") ?? [];
    expect(Number(gain) - Number(run)).toBeCloseTo(150.44, 1);
    const [, turned] = / okx\/byb +\+([\d.]+)/.exec(rows[3] ?? "") ?? [];
    expect(turned).toBe("150.44");
  });

  it("pairs of which each had a week that cost, and not the one that rotate has first", () => {
    const page = sampleOf("carry funding rank SOL --top 4");
    const rows = page.split("\n").slice(6, 10);
    expect(rows.every((row) => /SOL.* -\d+\.\d+% +100\.00%(?: +\+)?$/.test(row))).toBe(true);
    expect(page).not.toMatch(/^okx\S+ +hyperliquid/m);
    expect(page).toContain("of 15)");
  });

  it("a backtest whose drawdown is three quarters of its peak", () => {
    const page = sampleOf("carry funding backtest bybit:SOLUSDT okx:SOL-USDT-SWAP --fee 5bps");
    const amountOf = (label: string) =>
      Number(new RegExp(`^${label} +\\+?([\\d.]+)`, "m").exec(page)?.[1]);
    const peak = amountOf("funding") + amountOf("max drawdown");
    expect(amountOf("max drawdown") / peak).toBeCloseTo(3 / 4, 1);
  });
});
