import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import type { Total } from "../../src/output/table/column.js";
import { pairsSection } from "../../src/output/table/page.js";
import { renderTotals } from "../../src/output/table/total-line.js";
import type { Look } from "../../src/output/text/look.js";

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

  it("has no colour for amounts, and dims a figure that is missing", async () => {
    const look = { ...PIPE, width: 60 };
    const colored = (totals: readonly Total[]) => renderTotals(totals, { ...look, color: true });
    expect(await colored(TOTALS)).toBe(await renderTotals(TOTALS, look));
    const missing = TOTALS.map((total) => ({ ...total, value: null }));
    expect(await colored(missing)).toContain("\u001b[2mfunding –\u001b[22m");
    expect(stripVTControlCharacters(await colored(missing))).toBe(
      await renderTotals(missing, look),
    );
  });

  it("has ~ before an estimate, as a page has, and not before what is unknown", async () => {
    const estimate: Total = {
      label: "APR",
      kind: "percent",
      value: 8.1,
      signed: true,
      about: true,
    };
    expect(await renderTotals([estimate], PIPE)).toBe("APR ~+8.10%\n");
    expect(await pairsSection([estimate]).render(PIPE)).toContain("~+8.10%");
    const unknown = { ...estimate, value: null };
    expect(await renderTotals([unknown], PIPE)).toBe("APR –\n");
    expect(await pairsSection([unknown]).render(PIPE)).not.toContain("~");
  });

  it("is nothing when there are no figures", async () => {
    expect(await renderTotals([], PIPE)).toBe("");
  });
});
