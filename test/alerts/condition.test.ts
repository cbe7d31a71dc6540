import { TreeInterpreter } from "@jmespath-community/jmespath";
import { describe, expect, it } from "vitest";
import { parseCondition } from "../../src/alerts/condition.js";
import { parseQuery } from "../../src/output/query/query.js";

const parsed = (condition: string) => parseCondition(condition);

describe("a condition", () => {
  it.each([
    ["net_pnl < -100", "net_pnl < `-100`"],
    ["net_pnl<-100.5", "net_pnl<`-100.5`"],
    ["-100 > net_pnl", "`-100` > net_pnl"],
    ["run_7d > 1e3 && !(run_24h <= 0)", "run_7d > `1e3` && !(run_24h <= `0`)"],
    ["a - 5 > b -1", "a - `5` > b - `1`"],
    ["legs[0].distance < 15", "legs[0].distance < `15`"],
    ["legs[-1].distance < 15", "legs[-1].distance < `15`"],
    ["legs[1:-1:2][?distance < 15 && left > -3]", "legs[1:-1:2][?distance < `15` && left > `-3`]"],
    ["contains([1, -2], n_2)", "contains([`1`, `-2`], n_2)"],
    ["asset == '1000PEPE -5' && x > 2", "asset == '1000PEPE -5' && x > `2`"],
    ['"5 a" > 5', '"5 a" > `5`'],
    ["net_pnl < `-100` || x == `[1, 2]`", "net_pnl < `-100` || x == `[1, 2]`"],
    ["not_null(run_7d, 0) < 0", "not_null(run_7d, `0`) < `0`"],
  ])("takes the numbers of %s without backticks", (plain, quoted) => {
    expect(parsed(plain)).toEqual(parseQuery(quoted, "--alert"));
  });

  it("subtracts after an operand, and negates elsewhere", () => {
    const tree = parsed("a -5 == 2 && (a)-5 == 2 && a - -5 == 12");
    expect(TreeInterpreter.search(tree, { a: 7 })).toBe(true);
  });

  it.each(["net_pnl < -100 20", "net_pnl < 5 &&", "age_days > 5d", "x < 5 && y = 3"])(
    "that is not valid is named as it was written: %s",
    (condition) => {
      expect(() => parsed(condition)).toThrow(`"${condition}"`);
    },
  );
});
