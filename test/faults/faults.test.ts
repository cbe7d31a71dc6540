import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { runCarry } from "../support/process.js";
import { PORTFOLIO } from "../support/records.js";
import type { Outcome, Staged, StagedFault } from "./fault.js";
import { isWholeJson } from "./json.js";
import { FAULTS } from "./list.js";
import { isLeftOut } from "./needs.js";
import { CREDENTIALS } from "./staging.js";

async function run(fault: StagedFault, format: string): Promise<Outcome & { staged: Staged }> {
  const staged = await fault.stage();
  const argv = ["positions", "list", "-o", format, ...(staged.argv ?? [])];
  const env = { ...CREDENTIALS, ...staged.env };
  const outcome = fault.asProcess ? await runCarry(argv, env) : await carry(argv, { env });
  return { ...outcome, staged };
}

/** Replaces values that differ between runs by their names. */
function named(text: string, names: Staged["names"] = {}): string {
  let result = text.replaceAll(PORTFOLIO, "<portfolio>");
  for (const [value, name] of Object.entries(names)) result = result.replaceAll(value, name);
  return result.trimEnd();
}

function checkCsv(stdout: string, expected: StagedFault["stdout"] = "nothing"): void {
  if (expected === "nothing") expect(stdout).toBe("");
  else expect(stdout).toMatch(/^position_id,[\s\S]*\r\n$/);
}

async function checkStaged(fault: StagedFault): Promise<void> {
  const csv = await run(fault, "csv");
  expect(named(csv.stderr, csv.staged.names)).toBe(fault.sees);
  expect(csv.code).toBe(fault.exit);
  if (fault.requests !== undefined) expect(csv.staged.requests?.()).toBe(fault.requests);
  checkCsv(csv.stdout, fault.stdout);

  const json = await run(fault, "json");
  expect(json.code).toBe(fault.exit);
  expect(isWholeJson(json.stdout)).toBe(fault.exit === 0);
  if (fault.exit !== 0) {
    expect(JSON.parse(json.stderr)).toMatchObject({ error: { exit_code: fault.exit } });
  }

  if (fault.kept !== undefined) expect(json.stdout).toContain(fault.kept);

  if (fault.asProcess) return;
  const ndjson = await run(fault, "ndjson");
  expect(ndjson.code).toBe(fault.exit);
  const lines = ndjson.stdout.split("\n");
  expect(lines.pop()).toBe("");
  expect(lines.every(isWholeJson)).toBe(true);
  expect(lines.length > 0).toBe(csv.stdout.includes("\n0"));

  const table = await run(fault, "table");
  expect(table.code).toBe(fault.exit);
  if (fault.exit !== 0) expect(table.stdout).toBe("");
}

/* Faults with their own test are checked in costs.test.ts. */
const STAGED = FAULTS.map(({ title, faults }) => ({
  title,
  faults: faults.filter((fault) => "stage" in fault),
})).filter(({ faults }) => faults.length > 0);

describe.each(STAGED)("$title:", ({ faults }) => {
  for (const fault of faults) {
    it.skipIf(isLeftOut(fault.needs))(`${fault.what} (${fault.id})`, () => checkStaged(fault));
  }
});
