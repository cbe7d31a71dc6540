import { search } from "@jmespath-community/jmespath";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/alerts/rules/evaluate.js";
import { missingIn, truthOf, Unknown } from "../../src/alerts/rules/unknown.js";
import { parseQuery } from "../../src/output/query/query.js";

const unknown = (name: string) => new Unknown([name]);

/** Returns whether an expression holds for a record; undefined if it cannot be told. */
function holds(expression: string, record: object): boolean | undefined {
  return truthOf(evaluate(parseQuery(expression, "when"), record));
}

describe("a rule over figures of which some are not known", () => {
  const record = {
    net: -5,
    none: null,
    away: unknown("away"),
    name: "ETH",
    codes: ["losing"],
    legs: [
      { side: "long", away: 30, leverage: null },
      { side: "short", away: unknown("legs.away"), leverage: 3 },
    ],
  };

  it.each([
    ["net < `0`", true],
    ["away < `10`", undefined],
    ["!(away < `10`)", undefined],
    ["net < `0` || away < `10`", true],
    ["away < `10` || net < `0`", true],
    ["net > `0` && away < `10`", false],
    ["away < `10` && net > `0`", false],
    ["away < `10` && net < `0`", undefined],
    ["away < `10` || net > `0`", undefined],
    ["away == `null`", true],
    ["away != `null`", false],
    ["`null` == away", true],
    ["net == `null`", false],
    ["none == `null`", true],
    ["away != `null` && away < `10`", false],
    ["away == `null` || away < `10`", true],
    ["away == net", undefined],
    ["none == net", false],
    ["none > `3`", false],
    ["away", undefined],
    ["away - net > `0`", undefined],
    ["-away > `0`", undefined],
    ["abs(away) > `3`", undefined],
    ["not_null(away, `0`) > `3`", false],
    ["not_null(none, away, `7`) > `3`", true],
    ["name == 'ETH' && away", undefined],
    ["name.length == `null`", true],
    ["away.x.y < `1`", undefined],
    ["length(legs) == `2`", true],
    ["contains(codes, 'losing')", true],
    ["contains(codes, 'paying')", false],
    ["contains([name, away], 'ETH')", true],
    ["contains([name, away], 'BTC')", undefined],
    ["legs[?away < `40`]", true],
    ["legs[?away < `10`]", undefined],
    ["legs[?away < `10`] == `null`", false],
    ["legs[?side == 'long' && away < `10`]", false],
    ["legs[?away < `40`] | length(@) > `0`", undefined],
    ["legs[?away < `40`] | [0].side == 'long'", undefined],
    ["contains(legs[].away, `30`)", true],
    ["contains(legs[].away, `7`)", undefined],
    ["min(legs[].away) < `40`", undefined],
    ["legs[0].away < `40`", true],
    ["legs[1].away < `40`", undefined],
    ["legs[:1] | [0].away < `40`", true],
    ["legs[].leverage | length(@) == `1`", true],
    ["legs[*].{a: away}[?a < `40`]", true],
    ["[legs, legs][] | length(@) == `4`", true],
    ["legs[?leverage == `null`].side | [0] == 'long'", true],
    ["net < `0` ? away < `1` : `false`", undefined],
    ["away < `1` ? net < `0` : name == 'ETH'", true],
    ["away < `1` ? net < `0` : net > `0`", undefined],
    ["let $n = net in legs[?away > $n]", true],
    ["$.net < `0`", true],
    ["legs[?away < $.net]", undefined],
    ["sort_by(legs, &side) | length(@) == `2`", undefined],
  ])("%s: %s", (expression, expected) => {
    expect(holds(expression, record)).toBe(expected);
  });

  it.each([
    ["unhedged > `5000`", true],
    ["unhedged >= `2694288`", true],
    ["unhedged > `3000000`", undefined],
    ["unhedged < `5000`", false],
    ["unhedged <= `5000`", false],
    ["unhedged == `5000`", false],
    ["unhedged != `5000`", true],
    ["unhedged == `3000000`", undefined],
    ["unhedged == `null`", true],
    ["`5000` < unhedged", true],
    ["!(unhedged > `5000`)", false],
    ["week < `-100`", true],
    ["week < `-200`", undefined],
    ["week >= `0`", false],
    ["unhedged - `1000` > `5000`", true],
    ["`5000` - unhedged < `0`", true],
    ["unhedged / `2` > `5000`", true],
    ["-unhedged < `-5000`", true],
    ["unhedged * `0` == `0`", undefined],
    ["unhedged > week", true],
    ["unhedged + week > `0`", undefined],
    ["places[?share > `20`]", true],
    ["places[?share > `60`]", undefined],
    ["places[?share > `90`]", false],
  ])("is judged by the interval of what is known: %s: %s", (expression, expected) => {
    const between = (least: number, most: number) => new Unknown(["x"], { least, most });
    const record = {
      unhedged: between(2_694_288, Number.POSITIVE_INFINITY),
      week: between(Number.NEGATIVE_INFINITY, -150),
      places: [{ share: between(30, 80) }, { share: 10 }],
    };
    expect(holds(expression, record)).toBe(expected);
  });

  it("names what is missing, each figure once", () => {
    const value = evaluate(parseQuery("away < `1` || legs[?away < `10`]", "when"), record);
    expect([...new Set(missingIn(value))]).toEqual(["away", "legs.away"]);
  });

  it("reads no inherited property", () => {
    expect(holds("constructor == `null`", record)).toBe(true);
    expect(holds("legs[0].toString == `null`", record)).toBe(true);
  });

  it("leaves a value of the wrong type to the library, which refuses it", () => {
    expect(() => holds("abs(name) > `1`", record)).toThrow(/abs/);
  });
});

/** Names of figures; those of each list stand for one kind of value. */
const NUMBERS = ["a", "b", "c"] as const;

/** Expressions without null, since a null is a value that an unknown figure is taken for. */
const expressions = fc.letrec<{ number: string; test: string }>((tie) => ({
  number: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(...NUMBERS),
    fc.integer({ min: -2, max: 2 }).map((n) => `\`${n}\``),
    fc
      .tuple(tie("number"), fc.constantFrom("+", "-", "*"), tie("number"))
      .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
    tie("number").map((inner) => `abs(${inner})`),
  ),
  test: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc
      .tuple(tie("number"), fc.constantFrom("<", "<=", ">", ">=", "==", "!="), tie("number"))
      .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
    fc
      .tuple(tie("test"), fc.constantFrom("&&", "||"), tie("test"))
      .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
    tie("test").map((inner) => `!${inner}`),
    fc
      .tuple(tie("test"), tie("test"), tie("test"))
      .map(([condition, one, other]) => `(${condition} ? ${one} : ${other})`),
    fc.constantFrom(...["(legs[?x < `1`])", "contains(legs[].x, a)", "(legs[?x > `-1`].x)"]),
  ),
}));

const VALUES = [-2, -1, 0, 1, 2];

describe("a verdict that is told", () => {
  it("is the library's for every value that the unknown figures could have", () => {
    let told = 0;
    fc.assert(
      fc.property(
        expressions.test,
        fc.array(fc.option(fc.constantFrom(...VALUES)), { minLength: 5, maxLength: 5 }),
        (expression, sent) => {
          const [a, b, c, x, y] = sent;
          const of = (value: number | null | undefined, name: string) => value ?? unknown(name);
          const known = holds(expression, {
            a: of(a, "a"),
            b: of(b, "b"),
            c: of(c, "c"),
            legs: [{ x: of(x, "x") }, { x: of(y, "y") }],
          });
          if (known === undefined) {
            expect(sent).toContain(null); // what is known throughout is told
            return;
          }
          told++;
          for (const world of worlds(sent)) {
            const [a, b, c, x, y] = world;
            const value = search({ a, b, c, legs: [{ x }, { x: y }] } as never, expression);
            expect([expression, world, truthOf(value)]).toEqual([expression, world, known]);
          }
        },
      ),
      { numRuns: 400, seed: 21 },
    );
    expect(told).toBeGreaterThan(100);
  });
});

/** Returns some of the ways in which unknown figures could be known, all extremes among them. */
function worlds(sent: readonly (number | null | undefined)[]): (number | undefined)[][] {
  const some = [-2, 0, 1];
  return sent.reduce<(number | undefined)[][]>(
    (all, value) =>
      all.flatMap((world) => (value == null ? some : [value]).map((it) => [...world, it])),
    [[]],
  );
}
