import { describe, expect, it } from "vitest";
import { QueryError } from "../../src/output/formats/errors.js";
import { onePage } from "../../src/output/formats/pages.js";
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
  it.each([
    ["[?asset = 'BTC']", 9],
    ["[?asset='BTC']", 8],
    ["a=b", 2],
    ["let $x = `1` in [?b = $x]", 21],
  ])("with a single = is refused with its place: %s", (expression, place) => {
    expect(refusalOf(expression)).toEqual([
      `--query: "${expression}": at character ${place}: = is not a comparison`,
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
    expect(hint).toBe(`put numbers in backticks: \`${number}\``);
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

/** Returns the error of an invalid query, which must come quickly. */
function quickRefusalOf(expression: string): ReturnType<typeof refusalOf> {
  const started = performance.now();
  const refusal = refusalOf(expression);
  expect(performance.now() - started).toBeLessThan(1_000); // minutes if each prefix is parsed again
  return refusal;
}

describe("the limits of a query", () => {
  it("are 10 kB of length, in bytes", () => {
    expect(() => compileQuery(`"${"x".repeat(9_998)}"`)).not.toThrow();
    for (const expression of [
      "|".repeat(20_000),
      `"${"x".repeat(9_999)}"`,
      `'${"é".repeat(5_000)}'`,
    ]) {
      const [message] = quickRefusalOf(expression);
      expect(message).toBe(
        `--query: the query has ${Buffer.byteLength(expression)} bytes; the limit is 10000`,
      );
    }
  });

  const NESTED: readonly (readonly [string, string, string])[] = [
    ["(", "a", ")"],
    ["[", "a", "]"],
    ["[?", "a", "]"],
    ["{a: ", "a", "}"],
    ["not_null(", "a", ")"],
    ["!", "a", ""],
    ["- ", "a", ""],
    ["a ? a : ", "a", ""],
    ["let $a = a in ", "$a", ""],
    ["`[", "", "]`"],
    ["", "a", " | a"],
    ["", "a", " || a"],
    ["", "a", ".a"],
    ["", "a", "[*]"],
    ["", "a", "[0]"],
  ];

  it.each(NESTED)("are a depth of 100, and %j is one level of it", (begin, middle, end) => {
    const nested = (depth: number) =>
      begin.startsWith("`")
        ? `\`${"[".repeat(depth)}${"]".repeat(depth)}\``
        : begin.repeat(depth) + middle + end.repeat(depth);
    const query = compileQuery(nested(100));
    expect(() => query.apply({ a: -1 })).not.toThrow(RangeError);
    for (const depth of [101, 600]) {
      const [message] = quickRefusalOf(nested(depth));
      expect(message).toMatch(/^--query: ".{1,83}" is nested more than 100 levels deep/s);
    }
  });

  it("are not those of brackets in a text", () => {
    const brackets = "([{".repeat(200);
    const query = compileQuery(`contains('\\'${brackets}', "${brackets}\\"")`);
    expect(query.fields).toEqual([`${brackets}"`]);
  });

  it("hold for a thing of wide lists", () => {
    const list = Array.from({ length: 500 }, (_, at) => `f${at}`);
    expect(
      compileQuery(`[*].{${list.map((it) => `${it}: ${it}`).join(", ")}}`).apply([{}]),
    ).toBeDefined();
  });

  it.each([
    ["what is no query", (long: string) => `${long} # ${long}`],
    ["a word too many", (long: string) => `${long} oops ${long}`],
    ["a bare number", (long: string) => `${long} < 5 ${long}`],
    ["a single =", (long: string) => `${long} = ${long}`],
    ["no function", (long: string) => `[${long}, oops(a), ${long}]`],
    ["JSON that is none", (long: string) => `${long} == \`oops\` || ${long}`],
    ["a name that does not end", (long: string) => `${long} == "oops ${long}`],
    ["an end that is missing", (long: string) => `[?${long}`],
  ])("are 80 characters in a message on %s, around its place", (_what, made) => {
    const long = Array.from({ length: 60 }, (_, at) => `field${at}_${"x".repeat(60)}`).join(", ");
    const expression = made(`[${long}]`);
    const [message, hint = ""] = quickRefusalOf(expression);
    const [, quoted = ""] = /"(.*?)"(?= is not|: at|: there)/s.exec(message) ?? [];
    expect(quoted.replaceAll("...", "").length).toBeLessThanOrEqual(80);
    expect(expression).toContain(quoted.replace(/^\.\.\.|\.\.\.$/g, ""));
    expect((message + hint).length).toBeLessThan(300);
    const place = /at character (\d+)/.exec(message)?.[1];
    if (place === undefined) expect(quoted).toContain("oops");
    else
      expect(quoted.replace(/^\.\.\./, "")).toContain(
        expression.slice(Number(place) - 1).slice(0, 3),
      );
  });

  it("are those of a message when it is applied, too", () => {
    const long = "x".repeat(3_000);
    const query = compileQuery(`abs('${long}') || let $a = a in $${long}`);
    expect(() => query.apply({})).toThrow(/^--query: ".{80}\.\.\.": .{1,100}$/);
    const [message] = quickRefusalOf(`${long} ${long}`);
    expect(message.length).toBeLessThan(300);
  });
});

describe("the place of an error in a query", () => {
  it.each([
    ["a # b", 3],
    ["'x' # y", 5],
    ["a == `oops`", 6],
    ['a == "oops', 6],
    ["a b", 3],
    ["[?a == 5]", 8],
    ["[?a == `5`", 11],
    ["a | ", 5],
    ["a || || b", 6],
    ["{a: b, }", 8],
    ["foo(a))", 7],
    ["\u{1f680}", 1],
  ])("of %s is at character %i", (expression, place) => {
    expect(refusalOf(expression)[0]).toContain(` at character ${place}: `);
  });
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
