import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { rulerFor } from "../../src/output/text/ruler.js";

describe("a ruler", () => {
  it("takes for one column only what a terminal shows in one", async () => {
    const plain = await rulerFor([]);
    for (let code = 0x20; code < 0x2800; code++) {
      const character = String.fromCharCode(code);
      const exact = await rulerFor([character]);
      for (const text of [character, `a${character}`, character + character]) {
        expect(exact.width(text), `U+${code.toString(16)}`).toBe(stringWidth(text));
      }
    }
    expect(plain.width("a – “é” ▁█ ≥ Σ →")).toBe(16);
  });

  it("breaks lines between words, and words only when they are longer than a line", async () => {
    const ruler = await rulerFor([]);
    expect(ruler.wrap("one two three", 8)).toEqual(["one two", "three"]);
    expect(ruler.wrap("one abcdefghij k", 4)).toEqual(["one", "abcd", "efgh", "ij k"]);
    expect(ruler.wrap("", 4)).toEqual([""]);
  });

  it("breaks between characters as a reader sees them", async () => {
    const ruler = await rulerFor(["日本語👩‍👩‍👧e\u0301e\u0301"]);
    expect(ruler.wrap("日本語👩‍👩‍👧e\u0301e\u0301", 3)).toEqual([
      "日",
      "本",
      "語",
      "👩‍👩‍👧e\u0301",
      "e\u0301",
    ]);
  });

  it("measures and breaks texts of any length in time that grows with it", async () => {
    const long = "漢".repeat(300_000);
    const ruler = await rulerFor([long]);
    expect(ruler.width(long)).toBe(600_000);
    expect(ruler.wrap(long, 100)).toHaveLength(6_000);
    expect(ruler.wrap("日本 ".repeat(100_000), 99)).toHaveLength(5_000);
  });

  it("breaks a character that is itself wider than a line", async () => {
    const heap = `\u0915${"\u0903".repeat(9)}`;
    const ruler = await rulerFor([heap]);
    expect(ruler.width(heap)).toBe(10);
    const lines = ruler.wrap(heap, 4);
    expect(lines.join("")).toBe(heap);
    expect(lines.map((line) => stringWidth(line))).toEqual([4, 4, 2]);
  });
});
