import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inOneCell, rawText } from "../../src/output/formats/rows.js";

describe("a text in one cell of one line", () => {
  it("differs from every other text", () => {
    const back = (text: string) =>
      text.replaceAll(/\\(.)/g, (_, sign) => ({ t: "\t", n: "\n", r: "\r" })[String(sign)] ?? sign);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("\\", "\t", "\n", "\r", "t", "n", "é") }),
        (text) => {
          const cell = inOneCell(text);
          expect(cell).not.toMatch(/[\t\n\r]/);
          expect(back(cell)).toBe(text);
        },
      ),
    );
  });

  it.each([
    [null, ""],
    [1e-9, "0.000000001"],
    [true, "true"],
    [{ a: [1] }, '{"a":[1]}'],
    ["x y", "x y"],
  ])("is for %j: %s", (value, text) => {
    expect(rawText(value)).toBe(text);
  });
});
