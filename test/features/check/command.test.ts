import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, it, onTestFinished } from "vitest";
import { REASON_CODES } from "../../../src/base/reason-codes.js";
import { type Answers, carryWith } from "../../support/answers.js";
import { carry, type Outcome } from "../../support/carry.js";
import { contradictions } from "../../support/closed-schema.js";
import { ago, DAY, HOUR, long, MINUTE, short } from "../../support/fresh-legs.js";
import { PORTFOLIO, performance, position } from "../../support/records.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

interface Row {
  readonly rule: string;
  readonly position_id: string | null;
  readonly asset: string | null;
  readonly result: "failed" | "unknown" | "passed";
  readonly figures: Readonly<Record<string, unknown>>;
  readonly missing: readonly string[];
  readonly error?: string;
}

interface Checked {
  readonly rows: readonly Row[];
  readonly totals: {
    readonly positions: number;
    readonly failed: number;
    readonly unknown: number;
    readonly passed: number;
    readonly rules: readonly { readonly name: string; readonly failed: number }[];
  };
}

function tempDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "carry-rules-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Writes a rules file. */
function rulesFile(text: string): string {
  const path = join(tempDirectory(), "rules.toml");
  writeFileSync(path, text);
  return path;
}

/** Returns a rules file with one rule for each expression, named r1, r2 and so on. */
function rulesOf(whens: readonly string[], more = ""): string {
  const tables = whens.map((when, at) => `[[rule]]\nname = "r${at + 1}"\nwhen = '''${when}'''`);
  return rulesFile(`${tables.join("\n\n")}\n${more}\n`);
}

const fresh = { calculated_at: ago(MINUTE) };
const hedged = (n: number, more: object = {}): Record<string, unknown> =>
  position(n, {
    opened_at: ago(40 * DAY),
    legs: [long(), short()],
    performance: performance(fresh),
    ...more,
  });

async function check(
  of: Answers | readonly object[],
  rules: string,
  ...argv: string[]
): Promise<Outcome & Checked> {
  const answers = Array.isArray(of) ? { positions: of } : (of as Answers);
  const outcome = await carryWith(answers, ["check", "--rules", rules, "-o", "json", ...argv]);
  const printed = outcome.stdout === "" ? { rows: [], totals: {} } : JSON.parse(outcome.stdout);
  return { ...outcome, ...(printed as Checked) };
}

const resultsOf = ({ rows }: Checked) => rows.map(({ rule, result }) => `${rule} ${result}`);

describe("a rule", () => {
  it("has failed where it is true, and the exit code is 10", async () => {
    const loss = hedged(2, { performance: performance({ ...fresh, net_pnl: -7 }) });
    const found = await check([hedged(1), loss], rulesOf(["performance.net_pnl < `0`"]));
    expect(found.code).toBe(10);
    expect(found.rows.map((row) => [row.position_id?.slice(-1), row.result, row.figures])).toEqual([
      ["2", "failed", { "performance.net_pnl": -7 }],
      ["1", "passed", { "performance.net_pnl": 81.5 }],
    ]);
    expect(found.totals).toMatchObject({ positions: 2, failed: 1, unknown: 0, passed: 1 });
  });

  it("names the figures of legs as those, also where the position has one of the same name", async () => {
    const whens = ["legs[?notional > `0`]", "notional > `0` && sum(legs[].notional) > `0`"];
    const { rows } = await check([hedged(1)], rulesOf(whens));
    expect(rows.map(({ figures }) => Object.keys(figures))).toEqual([
      ["legs.notional"],
      ["notional", "legs.notional"],
    ]);
    expect(rows[1]?.figures["legs.notional"]).toHaveLength(2);
  });

  it("has passed where it is false, and the exit code is 0", async () => {
    const found = await check([hedged(1)], rulesOf(["performance.net_pnl < `0`"]));
    expect([found.code, found.stderr, resultsOf(found)]).toEqual([0, "", ["r1 passed"]]);
  });

  it("is unknown where a figure is unknown, which is no pass: the exit code is 11", async () => {
    const nothing = hedged(1, { performance: performance({ ...fresh, net_pnl: null }) });
    const found = await check([nothing], rulesOf(["performance.net_pnl < `0`"]));
    expect(found.code).toBe(11);
    expect(found.rows[0]).toMatchObject({
      result: "unknown",
      missing: ["performance.net_pnl"],
      figures: { "performance.net_pnl": null },
    });
    const { note } = JSON.parse(found.stderr) as { note: { code: string; message: string } };
    expect(note.code).toBe("NOT_JUDGED");
    expect(note.message).toContain("1 result is unknown (exit code 11)");
  });

  it("is told in spite of an unknown figure where that makes no difference", async () => {
    const nothing = hedged(1, { performance: performance({ ...fresh, net_pnl: null }) });
    const found = await check(
      [nothing],
      rulesOf([
        "performance.net_pnl < `0` || asset == 'BTC'",
        "performance.net_pnl < `0` && asset == 'ETH'",
        "performance.net_pnl == `null`",
        "performance.net_pnl != `null` && performance.net_pnl < `0`",
        "not_null(performance.net_pnl, `0`) < `0`",
      ]),
    );
    expect(resultsOf(found)).toEqual([
      "r1 failed",
      "r3 failed",
      "r2 passed",
      "r4 passed",
      "r5 passed",
    ]);
  });

  it("takes a null of closed_at, market_id and leverage for a value", async () => {
    const spot = hedged(1, { legs: [long({ leverage: null }), short({ market_id: null })] });
    const found = await check(
      [spot],
      rulesOf([
        "closed_at == `null`",
        "legs[?leverage > `10`]",
        "legs[?market_id == `null`].exchange | contains(@, 'bybit')",
        "legs[?side == 'long' && distance < `10`]",
      ]),
    );
    expect(resultsOf(found)).toEqual(["r1 failed", "r3 failed", "r2 passed", "r4 passed"]);
  });

  it("cannot be told about what is held where a leg may be closed and could not be asked", async () => {
    const doubtful = hedged(1, {
      performance: performance({ ...fresh, spread_pnl: { realized: 0, unrealized: 9999 } }),
    });
    const [id] = [String(doubtful.position_id)];
    const found = await check(
      { positions: [doubtful], details: { [id]: 503 } },
      rulesOf(["imbalance > `2`", "run_7d < `0`", "legs[?distance < `1`]", "asset == 'ETH'"]),
    );
    expect(resultsOf(found)).toEqual(["r1 unknown", "r2 unknown", "r3 unknown", "r4 passed"]);
    expect(found.code).toBe(11);
  });

  it("is not about the positions of except", async () => {
    const rules = rulesOf(["asset == 'BTC'"], 'except = ["00000000-0000-4000-8000-000000000002"]');
    const found = await check([hedged(1), hedged(2)], rules);
    expect(found.rows.map((row) => row.position_id?.slice(-1))).toEqual(["1"]);
  });

  it("about the portfolio is judged once, and knows no part of a sum", async () => {
    const part = hedged(2, { performance: performance({ ...fresh, net_pnl: null }) });
    const rules = rulesOf(["net_pnl < `0` && open_positions > `0`"], 'scope = "portfolio"');
    const whole = await check([hedged(1), hedged(2)], rules);
    expect(whole.rows).toMatchObject([
      { position_id: null, asset: null, result: "passed", figures: { net_pnl: 163 } },
    ]);
    const missing = await check([hedged(1), part], rules);
    expect(missing.rows).toMatchObject([{ result: "unknown", missing: ["net_pnl"] }]);
    const empty = await check([], rules);
    expect(empty.rows).toMatchObject([{ result: "passed", figures: { net_pnl: 0 } }]);
  });

  it("about the portfolio is judged by what is known of a sum, while one answer is left", async () => {
    const lone = hedged(1, { legs: [long({ quantity: 2, mark_price: 100, open_price: 90 })] });
    const unmarked = hedged(2, { legs: [long({ quantity: 9, mark_price: null, open_price: 10 })] });
    const whens = [
      "unhedged_notional > `150`",
      "unhedged_notional > `250`",
      "gross_notional == `290`",
      "exchanges[?share > `20`]",
      "exchanges[?margin > `1`]",
    ];
    const rules = whens.map(
      (when, n) => `[[rule]]\nname = "r${n + 1}"\nscope = "portfolio"\nwhen = '${when}'`,
    );
    const found = await check([lone, unmarked], rulesFile(rules.join("\n")));
    expect(resultsOf(found).sort()).toEqual([
      ...["r1 failed", "r2 unknown", "r3 failed", "r4 failed", "r5 failed"],
    ]);
    const [first] = found.rows.filter(({ rule }) => rule === "r1");
    expect(first).toMatchObject({ because: "unhedged_notional >=200" });
  });

  it("that a function cannot be applied to cannot be told, and says why", async () => {
    const found = await check([hedged(1)], rulesOf(["abs(closed_at) > `1`"]));
    expect(found.rows[0]?.result).toBe("unknown");
    expect(found.rows[0]?.error).toContain("abs");
    expect(found.code).toBe(11);
  });

  it("of a severe kind comes first", async () => {
    const rules = rulesFile(`
      [[rule]]
      name = "mild"
      severity = "info"
      when = "asset == 'BTC'"
      [[rule]]
      name = "plain"
      when = "asset == 'BTC'"
      [[rule]]
      name = "grave"
      severity = "critical"
      when = "asset == 'BTC'"`);
    const found = await check([hedged(1)], rules);
    expect(found.rows.map(({ rule }) => rule)).toEqual(["grave", "plain", "mild"]);
  });
});

describe("carry check", () => {
  it("prints a page with what failed and what is unknown, and counts what passed", async () => {
    const nothing = hedged(3, { performance: performance({ ...fresh, net_pnl: null }) });
    const loss = hedged(2, { performance: performance({ ...fresh, net_pnl: -7.125 }) });
    const rules = rulesOf(["performance.net_pnl < `0`"]);
    const { stdout } = await carryWith(
      { positions: [hedged(1), loss, nothing] },
      ["check", "--rules", rules, "--no-color"],
      { terminal: 100 },
    );
    expect(stdout.split("\n")).toEqual([
      "1 failed, 1 unknown, 1 passed · 1 rule, 3 open positions",
      "",
      "Failed",
      "   position                                  rule  at stake  why",
      "!  BTC.00000000-0000-4000-8000-000000000002  r1      61,000  performance.net_pnl -7.13",
      "",
      "Unknown",
      "   position                                  rule  at stake  why",
      "!  BTC.00000000-0000-4000-8000-000000000003  r1      61,000  unknown: performance.net_pnl",
      "",
      "Passed",
      "r1 1 of 3",
      "next: carry get BTC.00000000-0000-4000-8000-000000000002",
      "",
    ]);
  });

  it("prints a row for each rule and position as csv", async () => {
    const rules = rulesOf(["performance.net_pnl < `0`"]);
    const { stdout } = await carryWith({ positions: [hedged(1)] }, [
      ...["check", "--rules", rules, "-o", "csv"],
    ]);
    expect(stdout).toBe(
      `portfolio,portfolio_id,position_id,asset,rule,severity,scope,result,at_stake,at_stake.unit,figures,missing,error,because\r\n,${PORTFOLIO},00000000-0000-4000-8000-000000000001,BTC,r1,warning,position,passed,61000,usd,"{""performance.net_pnl"":81.5}",,,performance.net_pnl 81.5\r\n`,
    );
  });

  it("makes text of the service harmless", async () => {
    const odd = hedged(1, { asset: "B\u001b[2JTC" });
    const { stdout } = await carryWith(
      { positions: [odd] },
      ["check", "--rules", rulesOf(["asset != 'x'"])],
      { terminal: 100 },
    );
    expect(stdout).toContain("B\\x1b[2JTC");
    expect(stdout).not.toContain("\u001b[2J");
  });

  it("judges by the reasons of status without a file, which --init writes with their limits", async () => {
    const config = join(tempDirectory(), "below", "config");
    const variables = { ...env(), CARRY_CONFIG_DIR: config };
    const first = await carry(["check", "-o", "json"], { env: variables });
    const builtIn = JSON.parse(first.stdout) as Checked & { readonly inputs: object };
    expect([first.code, builtIn.inputs]).toMatchObject([10, { rules: null }]);
    const names = builtIn.totals.rules.map(({ name }) => name);
    expect(names).toEqual(REASON_CODES);
    for (const [key, value] of [
      ["loss", "50"],
      ["stale", "7m"],
    ] as const) {
      const profile = ["profile", "set", key, value, "--profile", "mine"];
      expect((await carry(profile, { env: variables })).stderr).not.toContain("error");
    }
    const written = await carry(["check", "--init", "--profile", "mine"], { env: variables });
    expect([written.code, written.stdout]).toEqual([0, ""]);
    const path = join(config, "rules.toml");
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, "utf8");
    const limits = [...text.matchAll(/^when = "(.*)"\nlimit = "(.*)"$/gm)].map((it) => it.slice(1));
    expect(limits).toEqual([
      ...[
        ["unbalanced", "2"],
        ["margin_thin", "3sd"],
        ["losing", "50"],
        ["paying", "1bp"],
      ],
      ...[
        ["performance_stale", "1h"],
        ["mark_stale", "7m"],
      ],
    ]);
    const found = await carry(["check", "-o", "json"], { env: variables });
    const byFile = JSON.parse(found.stdout) as Checked & { readonly inputs: object };
    expect(byFile.totals.rules.map(({ name }) => name)).toEqual(names);
    expect(byFile.inputs).toMatchObject({ rules: path });
    writeFileSync(path, "# mine\n");
    const again = await carry(["check", "--init"], { env: variables });
    expect([again.code, readFileSync(path, "utf8")]).toEqual([2, "# mine\n"]);
    expect(again.stderr).toContain(`${path} exists, and is left as it is`);
    const contradicts = await contradictions("rules");
    expect(contradicts(parse(text))).toEqual([]);
    expect(contradicts({ rule: [{ name: "a", when: "b", whn: "b" }] })).toEqual([
      '/rule[] has the field "whn", which carry schema rules does not describe',
    ]);
  });

  it("is described by carry schema check", async () => {
    const path = rulesOf(["run_7d < `0`", "legs[?distance < `20`]"]);
    const { stdout } = await carry(["check", "--rules", path, "-o", "json"], { env: env() });
    const contradicts = await contradictions("check");
    const printed = JSON.parse(stdout) as Checked;
    expect(new Set(printed.rows.map(({ result }) => result)).size).toBe(3);
    expect(contradicts(printed)).toEqual([]);
    expect(contradicts({ ...printed, rows: [{}] })).not.toEqual([]);
  });

  it("asks the service for nothing when the rules are not valid", async () => {
    const path = rulesOf(["nett_pnl < `0`"]);
    const { requests, code } = await carryWith({ positions: [] }, ["check", "--rules", path]);
    expect([requests, code]).toEqual([[], 2]);
  });
});

describe("a rules file that is not valid", () => {
  const rule = (more: string) => `[[rule]]\nname = "a"\n${more}`;

  it.each([
    ["[[rule]]\nname = = 1", "line 2, column 8: not valid TOML", undefined],
    ['[[rule]]\nname = "a\n', "line 2, column", undefined],
    ["", "there are no rules", "begin each rule with [[rule]]"],
    ['[rule]\nname = "a"', '"rule" is one table', "begin each rule with [[rule]]"],
    ["rule = [1]", "rule 1 is no table", undefined],
    ['limit = 3\n[[rule]]\nname = "a"', '"limit" is unknown', undefined],
    ['[[rule]]\nwhen = "a"', "line 1: rule 1: name is missing", undefined],
    ['[[rule]]\nname = "a b"', 'line 1: rule 1: name: "a b" is not a name', "letters, digits"],
    ['[[rule]]\nname = "blind"\nwhen = "attention"', "nothing can be seen", undefined],
    [rule(""), 'line 1: rule "a": when is missing', undefined],
    [rule("when = 3"), "when: 3 is not a JMESPath expression", undefined],
    [rule(`when = "imbalance > 2 3"`), "at character 15", undefined],
    [rule(`when = "imbalance > 2d"`), "at character 13", undefined],
    [rule("when = 'losing'\nlimit = 'lots'"), 'limit: "lots" is not an amount of USD', undefined],
    [rule("when = 'losing'\nlimit = true"), "limit: true is not an amount of USD", undefined],
    [rule("when = 'legs_missing'\nlimit = 3"), "limit: legs_missing has no limit", undefined],
    [rule("when = 'net_pnl < 3'\nlimit = 3"), "an expression has no limit", "in when"],
    [rule("when = 'imbalance = `2`'"), "= is not a comparison", "use =="],
    [rule("when = 'imbalence > `2`'"), 'no figure "imbalence"', "did you mean imbalance?"],
    [rule("when = 'realized > `2`'"), 'no figure "realized"', "performance.spread_pnl.realized"],
    [rule("when = 'legs.distance > `2`'"), "distance is asked of a list", "legs[].distance"],
    [rule("when = 'legs[?distanc > `2`]'"), 'no figure "distanc"', "did you mean distance"],
    [rule("when = 'note.constructor'"), 'no figure "note"', undefined],
    [rule("when = 'constructor'"), 'no figure "constructor"', undefined],
    [rule("when = 'asset > `2`'"), "> compares numbers, and one side is a text", "without quotes"],
    [rule("when = \"imbalance > '2'\""), "one side is a text", "write numbers without quotes: 10"],
    [rule("when = 'asset == `2`'"), "a text and a number are never equal", undefined],
    [rule("when = \"status == 'opne'\""), 'never "opne"', "did you mean open?"],
    [rule("when = \"contains(reasons, 'loosing')\""), 'never "loosing"', "losing"],
    [rule("when = 'asset + `1` > `2`'"), "only numbers can be calculated", undefined],
    [rule("when = 'run_7d'"), "the result is a number", "compare it"],
    [rule("when = 'abss(run_7d) > `1`'"), "no function abss", undefined],
    [rule("when = 'sort_by(legs, &$.asset)'"), "$ cannot be used", undefined],
    [rule("when = 'attention'\nseverity = 'bad'"), '"bad" is not one of info', undefined],
    [rule("when = 'attention'\nscope = 'leg'"), '"leg" is not one of position', undefined],
    [rule("when = 'asset'\nscope = 'portfolio'"), 'no figure "asset"', undefined],
    [rule("when = 'attention'\nfor = '30'"), '"30" is not a duration', '"30m"'],
    [rule("when = 'attention'\nfor = 5"), "for: 5 is not a duration", undefined],
    [rule("when = 'attention'\ncooldown = '5m'"), '"cooldown" is unknown', undefined],
    [rule("when = 'attention'\nexcept = ['9']"), "beginning of a position id", undefined],
    [rule("when = 'attention'\nexcept = '9'"), "is not a list", undefined],
    [rule("when = 'net_pnl'\nexcept = ['92bc28c3']\nscope = 'portfolio'"), "", undefined],
    [rule("when = 'attention'\nfro = '30m'"), '"fro" is unknown', "did you mean for?"],
    [
      `${rule("when = 'attention'")}\n\n[[rule]]\nname = "b"\nwhen = "attention"\n[[rule]]\nname = "a"\nwhen = "attention"`,
      'line 8: there are two rules named "a"',
      "a name of its own",
    ],
  ])("%j: %s", async (text, message, hint) => {
    const path = rulesFile(text);
    const { code, stderr, stdout } = await carry(["check", "--rules", path], { env: env() });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.split("\n")[0]).toContain(`error: ${path}`);
    expect(stderr).toContain(message);
    if (hint !== undefined) expect(stderr.split("\n")[1]).toContain(hint);
  });

  it.skipIf(process.platform === "win32")(
    "that another user can change is refused, also behind a link",
    async () => {
      const path = rulesOf(["asset == 'BTC'"]);
      const link = join(tempDirectory(), "rules.toml");
      symlinkSync(path, link);
      chmodSync(path, 0o666);
      for (const name of [path, link]) {
        const { code, stderr } = await carry(["check", "--rules", name], { env: env() });
        expect([code, stderr]).toEqual([
          9,
          `error: cannot use ${name}: ${path} can be changed by other users\nhint: name a file that only you can write to, in a directory of your own\n`,
        ]);
      }
    },
  );

  it("that is missing, or a directory, is named", async () => {
    const directory = tempDirectory();
    const missing = await carry(["check", "--rules", join(directory, "none")], { env: env() });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("does not exist")]);
    mkdirSync(join(directory, "dir"));
    const wrong = await carry(["check", "--rules", join(directory, "dir")], { env: env() });
    expect([wrong.code, wrong.stderr]).toEqual([9, expect.stringContaining("it is a directory")]);
  });
});

describe("a name of a rule", () => {
  it("stands for a figure that is worked out here by hand", async () => {
    // Long 2 at 100, opened at 90 with leverage 5; short 1.5 at 101, opened at 92, without leverage.
    const events = (rate: string, mark: string) =>
      Array.from({ length: 102 }, (_, n) => ({
        funding_time: new Date(
          Math.floor(Date.parse(ago(0)) / HOUR / 8) * 8 * HOUR - n * 8 * HOUR,
        ).toISOString(),
        funding_rate: rate,
        funding_interval: 8,
        mark_price: mark,
      }));
    const one = hedged(1, {
      legs: [
        long({ quantity: 2, open_price: 90, mark_price: 100, leverage: 5 }),
        short({ quantity: 1.5, open_price: 92, mark_price: 101, leverage: null }),
      ],
      performance: performance({
        ...fresh,
        net_pnl: -9,
        spread_pnl: { realized: 0, unrealized: 20 - 13.5 },
      }),
    });
    const known: Record<string, number | string> = {
      long_quantity: 2,
      short_quantity: 1.5,
      net_quantity: 0.5,
      imbalance: 25,
      unhedged: 50,
      gross_notional: 351.5,
      net_notional: 48.5,
      notional: 200,
      entry_basis: 2.22222222222222,
      current_basis: 1,
      mark_age_seconds: 60,
      performance_age_seconds: 60,
      age_days: 40,
      pair: "binance/bybit",
      // An event pays −2 × 100 × 0.0001 to the long leg and 1.5 × 200 × 0.0002 to the short one.
      funding_24h: 0.12,
      funding_7d: 0.84,
      funding_30d: 3.6,
      run_24h: 0.12,
      run_7d: 0.12,
      run_30d: 0.12,
      run_7d_se: 0,
      now_apr: 21.9,
    };
    const whens = Object.entries(known).map(([name, value]) =>
      typeof value === "string" ? `${name} == '${value}'` : `${name} == \`${value}\``,
    );
    const found = await check(
      { positions: [one], histories: { 1: events("0.0001", "100"), 2: events("0.0002", "200") } },
      rulesOf(whens),
    );
    const wrong = found.rows.filter(({ result }) => result !== "failed").map((it) => it.figures);
    expect(wrong).toEqual([]);
    expect(found.rows).toHaveLength(Object.keys(known).length);
  });

  it("of a leg stands for a figure that is worked out here by hand", async () => {
    const one = hedged(1, {
      legs: [
        long({ quantity: 2, open_price: 90, mark_price: 100, leverage: 5 }),
        short({ quantity: 0, open_price: 92, mark_price: 101, leverage: 3 }),
      ],
      performance: performance({ ...fresh, spread_pnl: { realized: 0, unrealized: 20 } }),
    });
    // The initial margin of the long leg is gone at 90 × (1 − 1/5) = 72.
    const found = await check(
      [one],
      rulesOf([
        "legs[?side == 'long' && notional == `200` && margin == `40` && bankruptcy_price == `72`]",
        "legs[?distance == `28` && left == `155.555555555556` && !thin && mark_age_seconds == `60`]",
        "legs[?side == 'short' && notional == `null`]",
        "contains(reasons, 'unbalanced') && attention == 'yes'",
      ]),
    );
    expect(found.rows.filter(({ result }) => result !== "failed")).toEqual([]);
  });
});
