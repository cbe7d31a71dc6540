import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withEnv } from "../support/extra-env.js";
import { preloading } from "../support/preload.js";

/** What a process took at most. */
export interface Cost {
  /** Peak of the resident memory, MB. */
  readonly mb: number;
  /** From its start to its end, milliseconds. */
  readonly ms: number;
}

/** No answer may cost more, whatever it is. */
export const MOST_MB = 300;
/** No attempt may take longer than its time-out and this. */
export const MOST_MS_BEYOND = 2000;

/**
 * Does something that starts processes, and looks at what they took.
 * @param speed how fast waits between attempts pass for them; time-outs pass as ever
 * @returns what the most costly one of them took; undefined when none could say
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
