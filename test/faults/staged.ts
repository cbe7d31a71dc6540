import { expect } from "vitest";
import { carry } from "../support/carry.js";
import { PORTFOLIO } from "../support/records.js";
import type { Outcome, Staged, StagedFault } from "./fault.js";
import { isWholeJson } from "./json.js";
import { FAULTS } from "./list.js";
import { CREDENTIALS } from "./staging.js";

/** Runs a command line in this process or as one. */
export type Run = (
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
) => Promise<Outcome>;

export const inProcess: Run = (argv, env) => carry(argv, { env });

/** Faults that are set up, in their groups; faults with a test of their own are played elsewhere. */
export function stagedFaults(isWanted: (fault: StagedFault) => boolean) {
  return FAULTS.map(({ title, faults }) => ({
    title,
    faults: faults.filter((it): it is StagedFault => "stage" in it && isWanted(it)),
  })).filter(({ faults }) => faults.length > 0);
}

async function list(fault: StagedFault, format: string, run: Run) {
  const staged = await fault.stage();
  const argv = ["positions", "list", "-o", format, ...(staged.argv ?? [])];
  return { ...(await run(argv, { ...CREDENTIALS, ...staged.env })), staged };
}

/** Replaces values that differ between runs by their names. */
function named(text: string, names: Staged["names"] = {}): string {
  let result = text.replaceAll(PORTFOLIO, "<portfolio>");
  for (const [value, name] of Object.entries(names)) result = result.replaceAll(value, name);
  return result.trimEnd();
}

/** Compares what the user sees of a fault with the list, in csv. */
export async function checkAsCsv(fault: StagedFault, run: Run): Promise<void> {
  const { code, stdout, stderr, staged } = await list(fault, "csv", run);
  expect(named(stderr, staged.names)).toBe(fault.sees);
  expect(code).toBe(fault.exit);
  if (fault.requests !== undefined) expect(staged.asked?.requests()).toBe(fault.requests);
  const attempts = Math.max(fault.requests ?? 0, 1);
  expect(staged.asked?.connections() ?? 0).toBeLessThanOrEqual(attempts + 1);
  if ((fault.stdout ?? "nothing") === "nothing") expect(stdout).toBe("");
  else expect(stdout).toMatch(/^position_id,[\s\S]*\r\n$/);
}

/** Checks that json is only whole when the listing is, and that its error is an object. */
export async function checkAsJson(fault: StagedFault, run: Run): Promise<void> {
  const json = await list(fault, "json", run);
  expect(json.code).toBe(fault.exit);
  expect(isWholeJson(json.stdout)).toBe(fault.exit === 0);
  if (fault.exit !== 0) {
    expect(JSON.parse(json.stderr)).toMatchObject({ error: { exit_code: fault.exit } });
  }
  if (fault.kept !== undefined) expect(json.stdout).toContain(fault.kept);
}

/** Checks that ndjson has whole lines. */
export async function checkAsLines(fault: StagedFault, run: Run): Promise<void> {
  const ndjson = await list(fault, "ndjson", run);
  expect(ndjson.code).toBe(fault.exit);
  const lines = ndjson.stdout.split("\n");
  expect(lines.pop()).toBe("");
  expect(lines.every(isWholeJson)).toBe(true);
  const csv = await list(fault, "csv", run);
  expect(lines.length > 0).toBe(csv.stdout.split("\n").length > 2);
}
