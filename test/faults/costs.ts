import { readFileSync, writeFileSync } from "node:fs";
import { afterAll } from "vitest";
import type { Cost } from "./cost.js";
import { FAULTS } from "./list.js";

/** Memory and time of each fault in the last measurement, by id. */
export type Costs = Readonly<Record<string, Cost>>;

/** Time limit of an attempt, milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;

const COSTS_FILE = new URL("costs.json", import.meta.url);

export function readCosts(): Costs {
  return JSON.parse(readFileSync(COSTS_FILE, "utf8")) as Costs;
}

/** Writes what the tests of a file have measured, with UPDATE_DOCS. Returns where they put it. */
export function costsOfFile(): Record<string, Cost> {
  const taken: Record<string, Cost> = {};
  afterAll(() => {
    if (!process.env.UPDATE_DOCS) return;
    const all = { ...readCosts(), ...taken };
    const listed = FAULTS.flatMap(({ faults }) => faults.map(({ id }) => id));
    const rows = listed.flatMap((id) => {
      const cost = all[id];
      return cost === undefined ? [] : [[id, rounded(cost)]];
    });
    writeFileSync(COSTS_FILE, `${JSON.stringify(Object.fromEntries(rows), undefined, 2)}\n`);
  });
  return taken;
}

/** Replaces what differs between runs. */
function rounded({ mb, ms }: Cost): Cost {
  return { mb: Math.ceil(mb / 10) * 10, ms: Math.ceil(ms / 100) * 100 };
}
