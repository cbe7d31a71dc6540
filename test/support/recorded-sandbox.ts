import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/server.js";
import { carry, type Outcome, type Surroundings } from "./carry.js";
import { NOW } from "./now.js";
import { recordLook } from "./recording.js";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A sandbox whose clock is moved, and an archive of its positions. */
export interface RecordedSandbox {
  /** Milliseconds since the epoch. */
  now: number;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command line with this sandbox, its archive and its clock. */
  carry(argv: readonly string[], more?: Surroundings): Promise<Outcome>;
  /** Takes a snapshot. */
  sync(): Promise<void>;
}

interface RecordingOptions extends Partial<SandboxOptions> {
  /** Time of the sandbox after that, milliseconds since the epoch; default: the last one. */
  readonly end?: number;
  /** Serves the sandbox changed, before the first snapshot. @param now time of the sandbox */
  readonly through?: (
    sandbox: Sandbox,
    now: () => number,
  ) => Promise<{ readonly url: string; close(): Promise<void> }>;
  /** Called after each snapshot, with its time and what was listed from. */
  readonly onSync?: (at: number, sandbox: Sandbox) => Promise<void>;
}

/**
 * Records a sandbox before the tests of a file: snapshots at these times.
 * @param times milliseconds since the epoch, in order
 */
export function recordedSandboxForFile(
  times: readonly number[],
  { onSync, end, through, ...options }: RecordingOptions = {},
): () => RecordedSandbox {
  let recorded: RecordedSandbox | undefined;
  let sandbox: Sandbox | undefined;
  let served: Awaited<ReturnType<NonNullable<typeof through>>> | undefined;
  const directory = mkdtempSync(join(tmpdir(), "carry-recorded-"));
  beforeAll(async () => {
    let now = times[0] ?? NOW;
    sandbox = await startSandbox({ now: () => now, ...options });
    served = await through?.(sandbox, () => now);
    const url = served?.url ?? sandbox.url;
    const env = {
      CARRY_BASE_URL: url,
      CARRY_API_KEY: sandbox.apiKey,
      CARRY_PORTFOLIO: sandbox.portfolioId,
      CARRY_ARCHIVE: join(directory, "archive"),
    };
    recorded = {
      get now() {
        return now;
      },
      set now(time) {
        now = time;
      },
      directory: env.CARRY_ARCHIVE,
      env,
      carry: (argv, more = {}) =>
        carry(argv, { ...more, env: { ...env, ...more.env }, clock: { now: () => now } }),
      async sync() {
        await recordLook({ env, clock: { now: () => now } });
      },
    };
    for (const time of times) {
      recorded.now = time;
      await recorded.sync();
      await onSync?.(time, { ...sandbox, url });
    }
    recorded.now = end ?? recorded.now;
  }, 120_000);
  afterAll(async () => {
    rmSync(directory, { recursive: true, force: true });
    await served?.close();
    await sandbox?.close();
  });
  return () => {
    if (recorded === undefined) throw new Error("nothing is recorded yet");
    return recorded;
  };
}

/** Returns times of a step from one to another, both included; milliseconds since the epoch. */
export function timesBetween(from: number, to: number, step: number): number[] {
  const count = Math.floor((to - from) / step) + 1;
  return Array.from({ length: count }, (_, n) => from + n * step);
}
