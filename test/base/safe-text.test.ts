import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeJsonForTerminal, visible } from "../../src/base/safe-text.js";

/** Controls, formatting characters, separators and lone surrogates; joiners are tested separately. */
const HARMFUL = /(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const harmfulText = fc.string({
  unit: fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      ..."\u001b\u009b\r\n\t\u0007\u007f\u202e\u2066\u200b\u200d\u2028\ufeff\u00ad",
      "\ud800",
      "\udc00",
      "\u{e0041}",
      "👩",
    ),
  ),
});

describe("visible text", () => {
  it("leaves ordinary text in any script as it is", () => {
    const text = "BTC-PERP 12.5% – “naïve” 日本語 العربية हिन्दी e\u0301";
    expect(visible(text)).toBe(text);
  });

  it.each([
    ["\u001b[2J", "\\x1b[2J"],
    ["\u001b]8;;https://a.test\u001b\\x", "\\x1b]8;;https://a.test\\x1b\\x"],
    ["\u001b]52;c;aGk=\u0007", "\\x1b]52;c;aGk=\\x07"],
    ["a\r\nb\tc", "a\\r\\nb\\tc"],
    ["\u0000\u007f\u009b31m", "\\x00\\x7f\\x9b31m"],
    ["abc\u202edef", "abc\\u202edef"],
    ["\u200b\u2066\u2028\ufeff", "\\u200b\\u2066\\u2028\\ufeff"],
    ["\u{e0041}", "\\u{e0041}"],
    ["\ud800x", "\\ud800x"],
    ["x\u00ad\u3164", "x\\xad\\u3164"],
  ])("shows %j as %s", (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it("has at most 8 combining marks on a character, and shows the others", () => {
    const marks = (count: number) => "\u0301".repeat(count);
    expect(visible(`e${marks(8)}`)).toBe(`e${marks(8)}`);
    expect(visible(`e${marks(10)}o${marks(9)}`)).toBe(
      `e${marks(8)}\\u0301\\u0301o${marks(8)}\\u0301`,
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("e", "\u0301", "\u0903", "\ufe0f") }),
        (text) => {
          expect(visible(text)).not.toMatch(/\p{M}{9}/u);
        },
      ),
    );
  });

  it("keeps emoji that are joined or coloured together, and only those", () => {
    expect(visible("👩‍👩‍👧 ❤️ 👍🏽 1️⃣")).toBe("👩‍👩‍👧 ❤️ 👍🏽 1️⃣");
    expect(visible("pay\u200dpal")).toBe("pay\\u200dpal");
    expect(visible("👩\u200dx")).toBe("👩\\u200dx");
  });

  it("has no harmful character left, whatever came in", () => {
    fc.assert(
      fc.property(harmfulText, (text) => {
        expect(visible(text)).not.toMatch(HARMFUL);
      }),
    );
  });
});

describe("JSON for a terminal", () => {
  it("escapes what a JSON string may hold raw", () => {
    expect(safeJsonForTerminal('{"a":"\u202e\u009b\u007f\u{e0041}"}')).toBe(
      '{"a":"\\u202e\\u009b\\u007f\\udb40\\udc41"}',
    );
  });

  it("escapes marks beyond the 8th on a character, which changes no value", () => {
    const json = JSON.stringify({ a: `e${"\u0301".repeat(10)}` });
    const safe = safeJsonForTerminal(json);
    expect([JSON.parse(safe), /\p{M}{9}/u.test(safe)]).toEqual([JSON.parse(json), false]);
  });

  it("keeps the layout", () => {
    expect(safeJsonForTerminal('{\r\n\t"a": "\u200b"\n}')).toBe('{\n\t"a": "\\u200b"\n}');
  });

  it("is harmless and equal in value, whatever the strings", () => {
    fc.assert(
      fc.property(fc.dictionary(harmfulText, harmfulText), (value) => {
        const safe = safeJsonForTerminal(JSON.stringify(value));
        expect(JSON.parse(safe)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(safe).not.toMatch(HARMFUL);
      }),
    );
  });
});
