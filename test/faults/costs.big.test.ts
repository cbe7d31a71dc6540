import { describe, expect, it } from "vitest";
import { runCarry } from "../support/process.js";
import { DEFAULT_TIMEOUT_MS, MOST_MB, MOST_MS_BEYOND, measured } from "./cost.js";
import { isLeftOut } from "./needs.js";
import { stagedFaults } from "./staged.js";
import { CREDENTIALS } from "./staging.js";

const WAITS_FASTER = 100;

/** Returns the time limit of an attempt in the fault's command line, milliseconds. */
function timeoutOf(argv: readonly string[]): number {
  const ms = /^(\d+)ms$/.exec(argv[argv.indexOf("--timeout") + 1] ?? "")?.[1];
  return argv.includes("--timeout") && ms !== undefined ? Number(ms) : DEFAULT_TIMEOUT_MS;
}

/* What the user sees of these is checked in faults.every.test.ts. */
describe.each(stagedFaults(() => true))("$title, as processes:", ({ faults }) => {
  for (const fault of faults) {
    const title = `${fault.what} (${fault.id}): under ${MOST_MB} MB, over in time`;
    it.skipIf(isLeftOut(fault.needs))(title, async () => {
      const { argv = [], env } = await fault.stage();
      const { result, cost } = await measured(WAITS_FASTER, () =>
        runCarry(["positions", "list", "-o", "csv", ...argv], { ...CREDENTIALS, ...env }),
      );
      expect(result.code).toBe(fault.exit);
      expect(cost?.mb ?? Number.NaN).toBeLessThan(MOST_MB);
      expect(cost?.ms ?? Number.NaN).toBeLessThan(timeoutOf(argv) + MOST_MS_BEYOND);
    });
  }
});
