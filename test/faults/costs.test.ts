import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { runCarry } from "../support/process.js";
import { type Cost, MOST_MB, MOST_MS_BEYOND, measured } from "./cost.js";
import { COSTS_FILE, type Costs } from "./costs.js";
import type { PlayedFault, StagedFault } from "./fault.js";
import { FAULTS } from "./list.js";
import { isLeftOut } from "./needs.js";
import { CREDENTIALS } from "./staging.js";

const DEFAULT_TIMEOUT_MS = 30_000;

const WAITS_FASTER = 100;

const taken: Record<string, Cost> = {};

afterAll(() => {
  if (!process.env.UPDATE_DOCS) return;
  const known = JSON.parse(readFileSync(COSTS_FILE, "utf8")) as Costs;
  const listed = FAULTS.flatMap(({ faults }) => faults.map(({ id }) => id));
  const all = { ...known, ...taken };
  const rows = listed.flatMap((id) => {
    const cost = all[id];
    return cost === undefined ? [] : [[id, rounded(cost)]];
  });
  writeFileSync(COSTS_FILE, `${JSON.stringify(Object.fromEntries(rows), undefined, 2)}\n`);
});

/** Replaces what differs between runs. */
function rounded({ mb, ms }: Cost): Cost {
  return { mb: Math.ceil(mb / 10) * 10, ms: Math.ceil(ms / 100) * 100 };
}

/** Returns the time limit of an attempt in the fault's command line, milliseconds. */
function timeoutOf({ argv = [] }: { readonly argv?: readonly string[] }): number {
  const text = argv[argv.indexOf("--timeout") + 1] ?? "";
  const ms = /^(\d+)ms$/.exec(text)?.[1];
  return argv.includes("--timeout") && ms !== undefined ? Number(ms) : DEFAULT_TIMEOUT_MS;
}

async function runStaged(fault: StagedFault) {
  const staged = await fault.stage();
  const argv = ["positions", "list", "-o", "csv", ...(staged.argv ?? [])];
  const { result, cost } = await measured(WAITS_FASTER, () =>
    runCarry(argv, { ...CREDENTIALS, ...staged.env }),
  );
  expect(result.code).toBe(fault.exit);
  return { cost, limit: timeoutOf(staged) + MOST_MS_BEYOND };
}

async function runPlayed(fault: PlayedFault) {
  const { result, cost } = await measured(1, fault.play);
  expect(result.stderr.trimEnd()).toBe(fault.sees);
  expect(result.code).toBe(fault.exit);
  return { cost, limit: DEFAULT_TIMEOUT_MS + MOST_MS_BEYOND };
}

/* What a staged fault prints is checked in faults.test.ts; its costs take a minute (`npm run test:big`). */
const isAsked = (fault: PlayedFault | StagedFault) =>
  "play" in fault || process.env.FAULT_COSTS === "all" || Boolean(process.env.UPDATE_DOCS);
const GROUPS = FAULTS.map(({ title, faults }) => ({ title, faults: faults.filter(isAsked) }));

describe.each(GROUPS.filter(({ faults }) => faults.length > 0))(
  "$title, as processes:",
  ({ faults }) => {
    for (const fault of faults) {
      const title = `${fault.what} (${fault.id}): under ${MOST_MB} MB, over in time`;
      it.skipIf(isLeftOut(fault.needs))(title, async () => {
        const { cost: took, limit } = await ("stage" in fault
          ? runStaged(fault)
          : runPlayed(fault));
        expect(took?.mb ?? Number.NaN).toBeLessThan(MOST_MB);
        expect(took?.ms ?? Number.NaN).toBeLessThan(limit);
        if (took !== undefined) taken[fault.id] = took;
      });
    }
  },
);
