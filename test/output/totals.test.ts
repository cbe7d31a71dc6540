import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Total } from "../../src/output/column.js";
import type { Look } from "../../src/output/look.js";
import { renderTotals } from "../../src/output/total-line.js";
import { sum } from "../../src/output/totals.js";

const PIPE: Look = { width: undefined, color: false, unicode: true, now: 0, zone: "UTC" };

const TOTALS: readonly Total[] = [
  { label: "funding", kind: "usd", value: "1234.56", signed: true },
  { label: "fees", kind: "usd", value: 120 },
  { label: "net PnL", kind: "usd", value: 987, signed: true, note: "48 of 50" },
];

describe("the line of totals", () => {
  it("puts labelled figures side by side", async () => {
    expect(await renderTotals(TOTALS, PIPE)).toBe(
      "funding +1,234.56   fees 120.00   net PnL +987.00 (48 of 50)\n",
    );
  });

  it("is broken between figures where it is too wide", async () => {
    expect(await renderTotals(TOTALS, { ...PIPE, width: 34 })).toBe(
      "funding +1,234.56   fees 120.00\nnet PnL +987.00 (48 of 50)\n",
    );
    expect(await renderTotals(TOTALS, { ...PIPE, width: 20 })).toBe(
      "funding +1,234.56\nfees 120.00\nnet PnL +987.00 (48\nof 50)\n",
    );
  });

  it("colours gains and losses without counting the colour", async () => {
    const look = { ...PIPE, width: 60 };
    const colored = await renderTotals(TOTALS, { ...look, color: true });
    expect(colored).toContain("\u001b[32m+987.00\u001b[39m (48 of 50)");
    expect(stripVTControlCharacters(colored)).toBe(await renderTotals(TOTALS, look));
  });

  it("is nothing when there are no figures", async () => {
    expect(await renderTotals([], PIPE)).toBe("");
  });
});

describe("a sum", () => {
  it("is exact where doubles are not", () => {
    expect(sum([0.1, 0.2, "0.0000000000000000001"]).total).toBe("0.3000000000000000001");
  });

  it("leaves out what has no value and says how many took part", () => {
    expect(sum([1, null, "2.5", undefined, "n/a", Number.NaN])).toEqual({
      total: "3.5",
      counted: 2,
      of: 6,
    });
  });

  it("of nothing has no total", () => {
    expect(sum([])).toEqual({ total: null, counted: 0, of: 0 });
    expect(sum([null])).toEqual({ total: null, counted: 0, of: 1 });
  });

  it("has neither exponent nor negative zero", () => {
    expect(sum([1e-9, 1e21]).total).toBe("1000000000000000000000.000000001");
    expect(sum([-0]).total).toBe("0");
    expect(sum(["-1.5", 1.5]).total).toBe("0");
  });

  it("equals the sum in whole units", () => {
    const units = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
    fc.assert(
      fc.property(fc.array(units, { minLength: 1 }), (values) => {
        const { total } = sum(values.map((value) => `${value}e-6`));
        const expected = values.reduce((all, value) => all + value, 0n);
        const [whole = "", fraction = ""] = (total ?? "").split(".");
        expect(BigInt(whole + fraction.padEnd(6, "0"))).toBe(expected);
      }),
    );
  });
});
