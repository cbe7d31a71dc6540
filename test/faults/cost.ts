import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withEnv } from "../support/extra-env.js";
import { preloading } from "../support/preload.js";

/** Peak memory and time of a process. */
export interface Cost {
  /** Peak resident memory, MB. */
  readonly mb: number;
  /** Duration, milliseconds. */
  readonly ms: number;
}

/** Maximum cost of any answer. */
export const MOST_MB = 300;
/** Time limit of an attempt, milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;
/** Maximum time of an attempt beyond its time limit. */
export const MOST_MS_BEYOND = 2000;

/**
 * Measures the processes started during some work.
 * @param speed factor by which waits between attempts are shortened; time limits are not
 * @returns the costs of the most expensive process; undefined if none was measured
 */
export async function measured<T>(
  speed: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly cost: Cost | undefined }> {
  const directory = mkdtempSync(join(tmpdir(), "carry-costs-"));
  const env = {
    NODE_OPTIONS: `${preloading("cost.cjs")} ${preloading("fast-clock.cjs")}`,
    TEST_COSTS: directory,
    TEST_SPEED: String(speed),
  };
  try {
    const result = await withEnv(env, work);
    const costs = readdirSync(directory).map(
      (file) => JSON.parse(readFileSync(join(directory, file), "utf8")) as Cost,
    );
    return { result, cost: costs.length === 0 ? undefined : worst(costs) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function worst(costs: readonly Cost[]): Cost {
  return {
    mb: Math.max(...costs.map(({ mb }) => mb)),
    ms: Math.max(...costs.map(({ ms }) => ms)),
  };
}
