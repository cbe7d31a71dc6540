import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempDirectory } from "../archive/temp-archive.js";
import { startAgent } from "../mcp/agent.js";
import { parsePage, valueIn } from "../metrics/parse.js";
import { type Answers, carryWith, serviceOf } from "../support/answers.js";
import { HOUR, hedged, long, MINUTE, short } from "../support/fresh-legs.js";
import { NOW } from "../support/now.js";
import { PORTFOLIO, performance } from "../support/records.js";

/* Fresh, and in balance; the price PnL of the legs is 0, as the performance says. */
const fresh = {
  calculated_at: new Date(NOW - MINUTE).toISOString(),
  spread_pnl: { realized: 0, unrealized: 0 },
};
const sound = (n: number, more: object = {}) =>
  hedged(n, {
    asset: `A${n}`,
    legs: [long({ market_id: 1 }), short({ market_id: 2 })],
    opened_at: new Date(NOW - 90 * 24 * HOUR).toISOString(),
    performance: performance(fresh),
    ...more,
  });
/** A position whose performance contradicts its legs, so that it is fetched in full. */
const doubtful = (n: number, id: string) =>
  sound(n, {
    position_id: `${id}-0000-4000-8000-000000000000`,
    performance: performance({ ...fresh, spread_pnl: { realized: 0, unrealized: 9999 } }),
  });
const IDS = ["aaaa1111", "bbbb2222", "cccc3333"] as const;
const positions = [
  ...IDS.map((id, n) => doubtful(n + 1, id)),
  ...Array.from({ length: 45 }, (_, n) => sound(n + 4)),
];
const [first = "", second = "", third = ""] = positions.map((it) => it.position_id);
const of = { positions, details: { [first]: 404, [second]: 404, [third]: 500 } };
const NAMED = "A1, A2 (not found), A3 (status 500)";

/** Rules by the name that stands for a file of them. */
const RULES: Readonly<Record<string, string>> = {
  "hedge.toml": '[[rule]]\nname = "hedge"\nwhen = "imbalance > `50`"\n',
  "asset.toml": '[[rule]]\nname = "asset"\nwhen = "asset == \'none\'"\n',
  "fails.toml": '[[rule]]\nname = "fails"\nwhen = "asset == \'A9\'"\n',
};

function run(line: string, more: readonly string[] = [], what: Answers = of, variables = {}) {
  const words = line.split(" ").map((word) => {
    const rules = RULES[word];
    if (rules === undefined) return word;
    const path = join(tempDirectory(), word);
    writeFileSync(path, rules);
    return path;
  });
  const env = { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO, ...variables };
  return carryWith(what, [...words, ...more], { env });
}

describe("a part that nobody asked for by name and that could not be fetched", () => {
  it.each([
    ["list --by asset", 0, 3],
    ["list --by exchange", 0, 3],
    ["list --view risk", 0, 3],
    ["list --view funding", 0, 3],
    ["list --view next", 0, 3],
    ["status", 0, 3],
    ["check", 11, 3],
    ["metrics", 0, 3],
    ["report --out -", 0, 3],
    ["check --rules hedge.toml", 11, 3],
    ["check --rules asset.toml", 11, 3],
    ["check --rules fails.toml", 10, 3],
  ])("is one warning of carry %s, which ends with %i", async (line, exitCode, asked) => {
    const { code, stdout, stderr } = await run(line, [], of, { CARRY_OUTPUT: "json" });
    const said = stderr
      .split("\n")
      .filter(Boolean)
      .map((it) => JSON.parse(it) as { warning?: { code: string; message: string } });
    expect(said.filter((it) => "error" in it)).toEqual([]);
    const ofService = /^the moves of the book are left out: the public listings name no market/;
    const warnings = said.flatMap(({ warning }) =>
      warning?.code === "PART_FAILED" && !ofService.test(warning.message) ? warning : [],
    );
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^legs of 3 of \d+ positions could not be fetched: /),
    ]);
    const [{ message = "" } = {}] = warnings;
    expect(message).toContain(` of 3 of ${asked} positions `);
    expect(message).toContain(NAMED);
    expect([code, stdout.length > 100]).toEqual([exitCode, true]);
  });

  it("is an unknown figure or a mark, never a smaller sum that looks whole", async () => {
    const json = async (line: string) => JSON.parse((await run(line, ["-o", "json"])).stdout);
    const status = await json("status");
    expect(status.totals.gross_notional).toMatchObject({ counted: 48 });
    const unchecked = (rows: readonly { causes: readonly string[] }[]) =>
      rows.filter(({ causes }) => causes.includes("legs_unchecked")).length;
    expect(unchecked(status.rows)).toBe(3);
    const listed = await json("list --view risk");
    expect(unchecked(listed.rows)).toBe(3);
    const estimates = listed.rows.filter(
      (it: { size: { estimate?: boolean } }) => it.size.estimate,
    );
    expect(estimates).toHaveLength(3);
    const page = parsePage((await run("metrics")).stdout);
    expect([valueIn(page, "carry_up"), valueIn(page, "carry_missing_parts")]).toEqual([1, 3]);
    expect(valueIn(page, "carry_not_judged_reasons", { reason: "legs_unchecked" })).toBe(3);
  });

  it("is a note beside the answer of a tool for agents", async () => {
    const { url } = await serviceOf(of);
    const env = { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO, CARRY_BASE_URL: url };
    const agent = await startAgent([], { env: { ...env, CARRY_RETRIES: "0" } });
    for (const tool of ["status", "list"]) {
      const { failed, text } = await agent.call(tool);
      expect([failed, text]).toEqual([false, expect.stringContaining(NAMED)]);
    }
    await agent.end();
  });

  it("is an error with its own code where it was asked for by name", async () => {
    for (const line of ["get", "get --days"]) {
      const { code, stderr } = await run(line, [first]);
      expect([code, stderr]).toEqual([4, expect.stringContaining("error: ")]);
    }
  });

  it("is an error where the key is refused for it, beside what is known", async () => {
    const refused = { ...of, details: { ...of.details, [second]: 403 } };
    const { code, stdout, stderr } = await run("list", [], refused);
    expect([code, stderr]).toEqual([3, expect.stringContaining("error: legs of 3 of 3 positions")]);
    expect(stdout).toContain("A1.");
  });
});
