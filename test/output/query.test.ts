import { describe, expect, it } from "vitest";
import { QueryError } from "../../src/output/errors.js";
import { compileQuery } from "../../src/output/query.js";

function refusalOf(expression: string): readonly [message: string, hint: string | undefined] {
  try {
    compileQuery(expression);
  } catch (error) {
    if (error instanceof QueryError) return [error.message, error.hint];
    throw error;
  }
  throw new Error(`${expression} was not refused`);
}

describe("a query", () => {
  it.each([
    ["[?asset = 'BTC']", 9],
    ["[?asset='BTC']", 8],
    ["a=b", 2],
    ["let $x = `1` in [?b = $x]", 21],
  ])("with a single = is refused with its place: %s", (expression, place) => {
    expect(refusalOf(expression)).toEqual([
      `--query: "${expression}": at character ${place}: = compares nothing`,
      "use == to compare",
    ]);
  });

  it.each([
    "[?asset == 'a=b']",
    '"a=b" == `"="`',
    "a >= `1` && b <= `2` && c != `3`",
    "let $x = asset, $y = status in [$x, $y]",
  ])("may have an = that does not stand for a comparison: %s", (expression) => {
    expect(() => compileQuery(expression)).not.toThrow();
  });

  it.each([
    ["[?net_pnl<0]", "0"],
    ["[?performance.net_pnl < -100]", "-100"],
    ["a > 0.5", "0.5"],
  ])("with a bare number is refused with how to write it: %s", (expression, number) => {
    const [message, hint] = refusalOf(expression);
    expect(message).toContain("is not a JMESPath expression: at character ");
    expect(hint).toBe(`numbers stand in backticks: \`${number}\``);
  });

  it.each([
    ["performance.net_pnl < `0` && status == 'open'", ["performance.net_pnl", "status"]],
    ["legs[?side == 'long'].mark_price | [0]", ["legs", "mark_price", "side"]],
    ["{pnl: performance.apr, a: asset} | pnl > `3`", ["asset", "performance.apr"]],
    ["length(legs[0].symbol)", ["legs", "symbol"]],
  ])("knows which fields it names: %s", (expression, fields) => {
    expect([...compileQuery(expression).fields].sort()).toEqual(fields);
  });
});
