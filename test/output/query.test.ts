import { describe, expect, it } from "vitest";
import { onePage, QueryError } from "../../src/output/formats/format.js";
import { compileQuery, queriedWhole } from "../../src/output/query/query.js";

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
  it.each(["[?asset = 'BTC']", "[?asset='BTC']", "a=b", "let $x = `1` in [?b = $x]"])(
    "with a single = is refused: %s",
    (expression) => {
      expect(refusalOf(expression)).toEqual([
        `--query: "${expression}": = is not a comparison`,
        "use == to compare",
      ]);
    },
  );

  it.each([
    "[?asset == 'a=b']",
    '"a=b" == `"="`',
    "a >= `1` && b <= `2` && c != `3`",
    "let $x = asset, $y = status in [$x, $y]",
  ])("may have an = that does not stand for a comparison: %s", (expression) => {
    expect(() => compileQuery(expression)).not.toThrow();
  });

  it.each(["[?net_pnl<0]", "[?performance.net_pnl < -100]", "a > 0.5"])(
    "with a bare number is refused with how to write it: %s",
    (expression) => {
      const [message, hint] = refusalOf(expression);
      expect(message).toContain("is not a JMESPath expression: ");
      expect(hint).toBe("put numbers in backticks: `5`");
    },
  );

  it.each([
    ["performance.net_pnl < `0` && status == 'open'", ["performance.net_pnl", "status"]],
    ["legs[?side == 'long'].mark_price | [0]", ["legs", "mark_price", "side"]],
    ["{pnl: performance.apr, a: asset} | pnl > `3`", ["asset", "performance.apr"]],
    ["length(legs[0].symbol)", ["legs", "symbol"]],
  ])("knows which fields it names: %s", (expression, fields) => {
    expect([...compileQuery(expression).fields].sort()).toEqual(fields);
  });
});

describe("a long query", () => {
  const long = "x".repeat(3_000);

  it.each([`${long} ${long}`, `${long} = ${long}`, `[${long}, oops(a)]`])(
    "is cut in a message",
    (expression) => {
      expect(refusalOf(expression)[0].length).toBeLessThan(300);
    },
  );

  it("is cut in a message when it is applied, too", () => {
    const query = compileQuery(`abs('${long}')`);
    expect(() => query.apply({})).toThrow(/^--query: ".{80}\.\.\.": .{1,100}$/);
  });

  it.each(["!".repeat(20_000), "(".repeat(20_000), `${"a||".repeat(20_000)}a`])(
    "that is nested too deeply is refused",
    (expression) => {
      const apply = () => compileQuery(expression).apply({});
      expect(apply).toThrow(QueryError);
      expect(apply).toThrow(/: it is nested too deeply$/);
    },
  );
});

describe("the result of a query over a whole list", () => {
  async function found(expression: string, ...sources: readonly string[]) {
    const items = sources.map((source) => ({ value: JSON.parse(source) as unknown, source }));
    return (await queriedWhole(onePage(items), compileQuery(expression))).source;
  }

  it("has the digits that were sent", async () => {
    expect(await found("[].a", '{"a":1.10}', '{"a":2.5}')).toBe("[1.10,2.5]");
  });

  it("never has those of another item", async () => {
    expect(await found("[].a", '{"a":1.10}', '{"a":1.1}')).toBe("[1.1,1.1]");
    expect(await found("[].a", '{"a":1.10}', '{"a":1.100}')).toBe("[1.1,1.1]");
    const whole = '{"a":[1.10,1.1]}';
    expect(await found("[].a", whole, '{"a":1.10}')).toBe("[[1.1,1.1],1.1]");
    const [odd, even] = ['{"a":90071992547409921}', '{"a":90071992547409920}'];
    expect(await found("[1].a", odd, even)).toBe("90071992547409920");
  });
});
