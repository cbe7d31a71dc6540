import { describe, expect, it } from "vitest";
import { keepsDigits, parseExactly } from "../../src/base/json-text.js";

describe("the digits of the numbers in JSON text", () => {
  it.each([
    ["1.10", "1.10"],
    ["9007199254740993", "9007199254740993"],
    ["0.10000000000000000001", "0.10000000000000000001"],
    ["-0", "-0"],
  ])("are those sent for %s, which a double does not keep", (number, text) => {
    const json = `{"id":${number}}`;
    expect(keepsDigits(json)).toBe(false);
    expect(parseExactly(json)).toMatchObject({ id: { text } });
  });

  it.each(["0", "-1", "9007199254740992", "0.1", "1234567890.12345"])("are kept for %s", (number) =>
    expect(keepsDigits(`{"id":${number}}`)).toBe(true),
  );

  it("are not taken for kept with an exponent beyond any double", () => {
    expect(keepsDigits('{"id":1e1000}')).toBe(false);
  });
});
