import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { serviceOf } from "../support/answers.js";
import { carry } from "../support/carry.js";
import { hedged } from "../support/fresh-legs.js";
import { NOW } from "../support/now.js";
import { PORTFOLIO } from "../support/records.js";
import { randomMarkets, randomPositions } from "./random-portfolio.js";
import { servedBy } from "./served.js";

const MARKETS = 12;

interface Row {
  readonly position_id: string | null;
  readonly rule: string;
  readonly result: string;
  readonly severity: string;
}

const count = ({ rows }: { readonly rows: readonly Row[] }, result: string) =>
  rows.filter((row) => row.result === result).length;

/**
 * Expects `check` without a file and by the rules of `--init` to say the same of random
 * portfolios, of a sound one and of one of unknown funding, with the exit codes of what they say.
 */
export async function expectOneJudge(portfolios: number): Promise<void> {
  const markets = randomMarkets(MARKETS, NOW);
  const all = randomPositions(2 * portfolios, MARKETS, NOW);
  const home = mkdtempSync(join(tmpdir(), "carry-judge-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const rules = join(home, "rules.toml");
  const env = { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO };
  expect((await carry(["check", "--init", "--rules", rules], { env })).code).toBe(0);
  const codes: number[] = [];
  const random = Array.from({ length: portfolios }, (_, n) =>
    servedBy(all.slice(2 * n, 2 * n + 1 + (n % 2)), markets),
  );
  const sound = { positions: [hedged(1)] };
  const unknown = { ...sound, histories: { 1: [] } };
  for (const [n, answers] of [...random, sound, unknown].entries()) {
    const { url } = await serviceOf(answers);
    const run = async (...argv: string[]) => {
      const line = [...argv, "-q", "-o", "json", "--base-url", url];
      const { code, stdout } = await carry(line, { env: { ...env, CARRY_RETRIES: "0" } });
      return { code, said: JSON.parse(stdout) };
    };
    const check = await run("check");
    const byFile = await run("check", "--rules", rules);
    const codeOf = ({ said }: typeof check) =>
      count(said, "failed") > 0 ? 10 : count(said, "unknown") > 0 ? 11 : 0;
    expect([n, check.code, byFile.code]).toEqual([n, codeOf(check), codeOf(byFile)]);
    const known = (check.said.rows as readonly Row[]).filter((it) => it.severity !== "unknown");
    expect([n, byFile.said.rows]).toEqual([n, known]); // the file has what hurts or costs
    codes.push(check.code);
  }
  for (const code of [0, 10, 11]) expect(codes).toContain(code);
}
