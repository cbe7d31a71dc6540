import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { renderDetail } from "../../src/output/table/table.js";
import type { Look } from "../../src/output/text/look.js";

const PIPE: Look = { width: undefined, color: false, unicode: true, now: 0, zone: "UTC" };

describe("one thing in detail", () => {
  it("aligns the values behind their labels", async () => {
    const text = await renderDetail(
      [
        { label: "asset", kind: "text", value: "BTC" },
        { label: "net PnL", kind: "usd", value: -1234.5 },
        { label: "apr", kind: "percent", value: null },
      ],
      PIPE,
    );
    expect(text).toBe("asset    BTC\nnet PnL  -1,234.50\napr      –\n");
  });

  it("wraps long values under themselves", async () => {
    const pairs = [
      { label: "note", kind: "text", value: "hedged on two exchanges since May" },
    ] as const;
    expect(await renderDetail(pairs, { ...PIPE, width: 22 })).toBe(
      "note  hedged on two\n      exchanges since\n      May\n",
    );
  });

  it("dims labels, and leaves amounts without a colour", async () => {
    const pairs = [{ label: "net", kind: "usd", value: 1 }] as const;
    expect(await renderDetail(pairs, { ...PIPE, color: true })).toBe(
      "\u001b[2mnet\u001b[22m  1.00\n",
    );
  });

  it("has no line wider than the terminal, and loses no word", async () => {
    const word = fc.string({
      unit: fc.constantFrom("a", "日", "👩‍👩‍👧", "é"),
      minLength: 1,
      maxLength: 40,
    });
    const words = fc.array(word, { minLength: 1 }).map((all) => all.join(" "));
    await fc.assert(
      fc.asyncProperty(
        words,
        words,
        fc.integer({ min: 20, max: 80 }),
        async (label, value, width) => {
          const text = await renderDetail([{ label, kind: "text", value }], {
            ...PIPE,
            width,
            color: true,
          });
          const lines = stripVTControlCharacters(text).trimEnd().split("\n");
          for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
          const letters = (all: string) => [...all.replace(/\s/g, "")].sort().join("");
          expect(letters(lines.join(""))).toBe(letters(label + value));
        },
      ),
    );
  });
});
