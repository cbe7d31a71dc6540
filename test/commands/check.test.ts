import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { CAUSES } from "../../src/figures/causes.js";
import { type Answers, carryWith, serviceOf, settled } from "../support/answers.js";
import { carry } from "../support/carry.js";
import { contradictions } from "../support/closed-schema.js";
import { ago, DAY, HOUR, long, MINUTE, short } from "../support/fresh-legs.js";
import { PORTFOLIO, performance, position } from "../support/records.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

interface Row {
  readonly rule: string;
  readonly position_id: string | null;
  readonly asset: string | null;
  readonly result: "failed" | "unknown" | "passed";
  readonly figures: Readonly<Record<string, unknown>>;
  readonly missing: readonly string[];
  readonly error?: string;
  readonly why: string;
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

/** The same about the book. */
function ofBook(whens: readonly string[]): string {
  const tables = whens.map(
    (when, at) => `[[rule]]\nname = "r${at + 1}"\nscope = "book"\nwhen = '''${when}'''`,
  );
  return rulesFile(tables.join("\n\n"));
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
): Promise<Awaited<ReturnType<typeof carryWith>> & Checked> {
  const answers = Array.isArray(of) ? { positions: of } : (of as Answers);
  const outcome = await carryWith(answers, ["check", "--rules", rules, "-o", "json", ...argv]);
  const printed = outcome.stdout === "" ? { rows: [], totals: {} } : JSON.parse(outcome.stdout);
  return { ...outcome, ...(printed as Checked) };
}

const resultsOf = ({ rows }: Checked) => rows.map(({ rule, result }) => `${rule} ${result}`);

describe("a rule", () => {
  it("has failed where it is true, and the exit code is 10", async () => {
    const loss = hedged(2, { performance: performance({ ...fresh, net_pnl: -7 }) });
    const found = await check([hedged(1), loss], rulesOf(["net_pnl < 0"]));
    expect(found.code).toBe(10);
    expect(found.rows.map((row) => [row.position_id?.slice(-1), row.result, row.figures])).toEqual([
      ["2", "failed", { net_pnl: -7 }],
      ["1", "passed", { net_pnl: 81.5 }],
    ]);
    expect(found.totals).toMatchObject({ positions: 2, failed: 1, unknown: 0, passed: 1 });
  });

  it("names the figures of legs as those, also where the position has one of the same name", async () => {
    const whens = ["legs[?margin_to_add >= 0]", "margin_to_add >= 0 && sum(legs[].notional) > 0"];
    const { rows } = await check([hedged(1)], rulesOf(whens));
    expect(rows.map(({ figures }) => Object.keys(figures))).toEqual([
      ["legs.margin_to_add"],
      ["margin_to_add", "legs.notional"],
    ]);
    expect(rows[1]?.figures["legs.notional"]).toHaveLength(2);
  });

  it("has passed where it is false, and the exit code is 0", async () => {
    const found = await check([hedged(1)], rulesOf(["net_pnl < 0"]));
    expect([found.code, found.stderr, resultsOf(found)]).toEqual([0, "", ["r1 passed"]]);
  });

  it("is unknown where a figure is unknown, which is no pass: the exit code is 11", async () => {
    const nothing = hedged(1, { performance: performance({ ...fresh, net_pnl: null }) });
    const found = await check([nothing], rulesOf(["net_pnl < 0"]));
    expect(found.code).toBe(11);
    expect(found.rows[0]).toMatchObject({
      ...{ result: "unknown", missing: ["net_pnl"], figures: { net_pnl: null } },
      why: "net_pnl: no performance",
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
        "net_pnl < 0 || asset == 'BTC'",
        "net_pnl < 0 && asset == 'ETH'",
        "net_pnl == `null`",
        "net_pnl != `null` && net_pnl < 0",
        "!(net_pnl < 0)",
      ]),
    );
    expect(resultsOf(found).sort()).toEqual([
      ...["r1 failed", "r2 passed", "r3 failed", "r4 passed", "r5 unknown"],
    ]);
  });

  it("about legs fails by one that is known, and takes what a leg cannot have for nothing", async () => {
    const spot = hedged(1, {
      legs: [long({ leverage: null }), short({ open_price: null, leverage: 5 })],
    });
    const found = await check(
      [spot],
      rulesOf([
        "legs[?side == 'long' && away < 10]",
        "legs[?leverage > 4]",
        "legs[?away < 10]",
        "legs[?side == 'short'].away | min(@) < 5",
        "min(legs[?side == 'long'].notional) > 0",
      ]),
    );
    expect(resultsOf(found).sort()).toEqual([
      ...["r1 passed", "r2 failed", "r3 unknown", "r4 unknown", "r5 failed"],
    ]);
  });

  it("that names a cause of status fails where the position has it, also one that is only unknown", async () => {
    const old = hedged(1, { legs: [long({ mark_price_updated_at: ago(HOUR) }), short()] });
    const found = await check([old], rulesOf(["mark_stale", "unhedged", "margin_thin"]));
    expect(resultsOf(found).sort()).toEqual(["r1 failed", "r2 passed", "r3 unknown"]);
    expect(found.rows.map(({ why }) => why)).toContain("mark 1h old");
  });

  it("about the book is judged once, and knows no part of a sum", async () => {
    const part = hedged(2, { performance: performance({ ...fresh, net_pnl: null }) });
    const rules = ofBook(["net_pnl < 0 && positions > 0"]);
    const whole = await check([hedged(1), hedged(2)], rules);
    expect(whole.rows).toMatchObject([
      { position_id: null, asset: null, result: "passed", figures: { net_pnl: 163 } },
    ]);
    const missing = await check([hedged(1), part], rules);
    expect(missing.rows).toMatchObject([{ result: "unknown", missing: ["net_pnl"] }]);
    expect((await check([], rules)).rows).toMatchObject([{ result: "passed" }]);
  });

  it("about the book is judged by the bound of a sum, while that decides it", async () => {
    const lone = hedged(1, { legs: [long({ quantity: 2, mark_price: 100, open_price: 90 })] });
    const unpriced = hedged(2, {
      legs: [long({ quantity: 9, mark_price: null, open_price: null })],
    });
    const whens = ["gross_notional > 150", "gross_notional > 250", "gross_notional < 150"];
    const found = await check([lone, unpriced], ofBook(whens));
    expect(resultsOf(found).sort()).toEqual(["r1 failed", "r2 unknown", "r3 passed"]);
  });

  it("about exchanges sums what is held on each", async () => {
    const large = "let $all = gross_notional in exchanges[?gross_notional > $all * 0.4].exchange";
    const found = await check([hedged(1)], ofBook([large, `(${large}) | contains(@, 'okx')`]));
    expect(resultsOf(found)).toEqual(["r1 failed", "r2 passed"]);
  });

  it("that a function cannot be applied to cannot be told, and says why", async () => {
    const found = await check([hedged(1)], rulesOf(["abs(asset) > 1"]));
    expect(found.rows[0]?.result).toBe("unknown");
    expect(found.rows[0]?.error).toContain("abs");
    expect(found.code).toBe(11);
  });

  it("of a severe kind comes first", async () => {
    const rules = rulesFile(`
      [[rule]]
      name = "plain"
      when = "asset == 'BTC'"
      [[rule]]
      name = "grave"
      severity = "critical"
      when = "asset == 'BTC'"`);
    const found = await check([hedged(1)], rules);
    expect(found.rows.map(({ rule }) => rule)).toEqual(["grave", "plain"]);
  });

  it("fetches what its figures need, and nothing else", async () => {
    const cheap = await check([hedged(1)], rulesOf(["net_pnl < 0", "legs[?away < 5]"]));
    expect(cheap.requests.some((it) => it.includes("funding"))).toBe(false);
    const dear = await check([hedged(1)], rulesOf(["run_7d < 0"]));
    expect(dear.requests.some((it) => it.includes("funding"))).toBe(true);
  });
});

describe("carry check", () => {
  it("prints a table that names the cause first, without what passed, which it counts", async () => {
    const nothing = hedged(3, { performance: performance({ ...fresh, net_pnl: null }) });
    const loss = hedged(2, { performance: performance({ ...fresh, net_pnl: -7.125 }) });
    const { stdout } = await carryWith(
      { positions: [hedged(1), loss, nothing] },
      ["check", "--rules", rulesOf(["net_pnl < 0"]), "--no-color"],
      { terminal: 100 },
    );
    expect(stdout.split("\n").map((line) => line.trimEnd())).toEqual([
      "1 failed · 1 unknown · 1 passed · 1 rule · 3 open positions",
      "",
      "  rule  position                                  worth  why",
      "! r1    BTC.00000000-0000-4000-8000-000000000002  30.5k  net_pnl -7.13",
      "○ r1    BTC.00000000-0000-4000-8000-000000000003  30.5k  net_pnl: no performance",
      "next: carry get BTC.00000000-0000-4000-8000-000000000002",
      "",
    ]);
  });

  it("prints a row for each rule and position as csv", async () => {
    const { stdout } = await carryWith({ positions: [hedged(1)] }, [
      ...["check", "--rules", rulesOf(["net_pnl < 0"]), "-o", "csv"],
    ]);
    const [header, row, ...rest] = stdout.split("\r\n");
    expect(header).toBe(
      "rule,name,position_id,asset,portfolio,portfolio_id,scope,severity,result,worth,is_daily,figures,missing,error,why",
    );
    expect(row).toContain('passed,30500,false,"{""net_pnl"":81.5}"');
    expect(rest).toEqual([""]);
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

  it("judges by the causes of status without a file, and by the profile's limits", async () => {
    const variables = { ...env(), CARRY_CONFIG_DIR: tempDirectory() };
    const by = async (...argv: string[]) => {
      const { code, stdout } = await carry(["check", "-o", "json", ...argv], { env: variables });
      return { code, ...(JSON.parse(stdout) as Checked & { readonly inputs: object }) };
    };
    const builtIn = await by();
    expect([builtIn.code, builtIn.inputs]).toMatchObject([10, { rules: null }]);
    expect(builtIn.totals.rules.map(({ name }) => name)).toEqual(Object.keys(CAUSES));
    const profile = ["profile", "set", "loss", "1000000", "--profile", "mine"];
    expect((await carry(profile, { env: variables })).stderr).not.toContain("error");
    const failed = ({ rows }: Checked) =>
      rows.filter((it) => it.rule === "losing" && it.result === "failed").length;
    expect(failed(builtIn)).toBeGreaterThan(failed(await by("--profile", "mine")));
  });

  it("writes a commented file of rules with --init, and replaces none", async () => {
    const path = join(tempDirectory(), "rules.toml");
    const init = () => carry(["check", "--init", "--rules", path], { env: env() });
    const written = await init();
    expect([written.code, written.stdout]).toEqual([0, ""]);
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
    const found = await carry(["check", "--rules", path, "-o", "json"], { env: env() });
    expect([10, 11]).toContain(found.code);
    writeFileSync(path, "# mine\n");
    const again = await init();
    expect([again.code, readFileSync(path, "utf8")]).toEqual([2, "# mine\n"]);
    expect(again.stderr).toContain(`${path} exists, and is left as it is`);
    expect((await carry(["check", "--init"], { env: env() })).code).toBe(2);
  });

  it("accepts what the profile ignores, and what that hides", async () => {
    const old = hedged(1, { legs: [long({ mark_price_updated_at: ago(HOUR) }), short()] });
    const histories = { 1: settled("0.0001"), 2: settled("0.0002") };
    const config = tempDirectory();
    const codeWith = async (ignore: string) => {
      const variables = {
        CARRY_CONFIG_DIR: config,
        CARRY_API_KEY: "k",
        CARRY_PORTFOLIO: PORTFOLIO,
      };
      await carry(["profile", "set", "ignore", ignore, "--profile", "p"], { env: variables });
      const { url } = await serviceOf({ positions: [old], histories });
      return (await carry(["check", "--profile", "p", "--base-url", url], { env: variables })).code;
    };
    expect(await codeWith("losing")).toBe(11);
    expect(await codeWith("mark_stale")).toBe(0);
  });

  it("is described by carry schema check", async () => {
    const path = rulesOf(["run_7d < 0", "legs[?away < 20]"]);
    const { stdout } = await carry(["check", "--rules", path, "-o", "json"], { env: env() });
    const contradicts = await contradictions("check");
    const printed = JSON.parse(stdout) as Checked;
    expect(new Set(printed.rows.map(({ result }) => result)).size).toBe(3);
    expect(contradicts(printed)).toEqual([]);
    expect(contradicts({ ...printed, rows: [{}] })).not.toEqual([]);
  });

  it("asks the service for nothing when the rules are not valid", async () => {
    const path = rulesOf(["nett_pnl < 0"]);
    const { requests, code } = await carryWith({ positions: [] }, ["check", "--rules", path]);
    expect([requests, code]).toEqual([[], 2]);
  });
});

describe("a rules file that is not valid", () => {
  const rule = (more: string) => `[[rule]]\nname = "a"\n${more}`;

  it.each([
    ["[[rule]]\nname = = 1", "line 2, column 8: not valid TOML", undefined],
    ["", "there are no rules", "begin each rule with [[rule]]"],
    ['[rule]\nname = "a"', "there are no rules", "begin each rule with [[rule]]"],
    ['limit = 3\n[[rule]]\nname = "a"', '"limit" is unknown', undefined],
    ['[[rule]]\nwhen = "a"', "rule 1: name: undefined is not a name", undefined],
    ['[[rule]]\nname = "a b"', 'rule 1: name: "a b" is not a name', "letters, digits"],
    ['[[rule]]\nname = "blind"\nwhen = "losing"', '"blind" is not a name', "not blind"],
    [rule(""), 'rule "a": when: undefined is not a condition', undefined],
    [rule("when = 3"), "when: 3 is not a condition", undefined],
    [rule(`when = "imbalance > 2 3"`), "is not a JMESPath expression", undefined],
    [rule(`when = "imbalance > 2d"`), "is not a JMESPath expression", undefined],
    [rule("when = 'losing'\nlimit = '10bp'"), '"limit" is unknown', "a rule has name"],
    [rule("when = 'imbalance = `2`'"), "= is not a comparison", "use =="],
    [rule("when = 'imbalence > 2'"), 'no figure "imbalence"', "did you mean imbalance?"],
    [rule("when = 'notional > 2'"), 'no figure "notional"', "did you mean legs[].notional?"],
    [rule("when = 'legs[?awey > 2]'"), 'no figure "awey"', "did you mean away"],
    [rule("when = 'constructor'"), 'no figure "constructor"', undefined],
    [rule("when = \"imbalance > '2'\""), "one side is a text", "write numbers without quotes: 10"],
    [rule("when = 'run_7d'"), "run_7d is a number", "compare it"],
    [rule("when = 'losing && unhedged'"), "unhedged is a number", "compare it"],
    [rule("when = 'abss(run_7d) > 1'"), "no function abss", undefined],
    [rule("when = 'losing'\nseverity = 'bad'"), '"bad" is not one of critical', undefined],
    [rule("when = 'losing'\nscope = 'leg'"), '"leg" is not one of position', undefined],
    [rule("when = 'asset'\nscope = 'book'"), 'no figure "asset"', undefined],
    [rule("when = 'losing'\nfor = '30'"), '"30" is not a duration', '"30m"'],
    [rule("when = 'losing'\nfro = '30m'"), '"fro" is unknown', "did you mean for?"],
    [
      `${rule("when = 'losing'")}\n\n[[rule]]\nname = "a"\nwhen = "losing"`,
      'there are two rules named "a"',
      undefined,
    ],
  ])("%j: %s", async (text, message, hint) => {
    const path = rulesFile(text);
    const { code, stderr, stdout } = await carry(["check", "--rules", path], { env: env() });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.split("\n")[0]).toContain(`error: ${path}`);
    expect(stderr).toContain(message);
    if (hint !== undefined) expect(stderr.split("\n")[1]).toContain(hint);
  });

  it("that is missing, or a directory, is named", async () => {
    const directory = tempDirectory();
    const missing = await carry(["check", "--rules", join(directory, "none")], { env: env() });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("does not exist")]);
    mkdirSync(join(directory, "dir"));
    const wrong = await carry(["check", "--rules", join(directory, "dir")], { env: env() });
    expect([wrong.code, wrong.stderr]).toEqual([9, expect.stringContaining("it is a directory")]);
  });
});
