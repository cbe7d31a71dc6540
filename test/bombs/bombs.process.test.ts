import { describe, expect, it } from "vitest";
import { MOST_MB, measured } from "../faults/cost.js";
import { runCarry } from "../support/process.js";
import { BOMBS } from "./list.js";

/** A command ends this much after its start at the latest, whatever it reads; milliseconds. */
const MOST_MS = 20_000;
/** Factor by which waits are shortened: the minute of a key command is 3 s, also on a busy machine. */
const SPEED = 20;

describe("a bomb is refused before it takes the memory or the time", () => {
  it.each(BOMBS.map((bomb) => [bomb.what, bomb] as const))("%s", async (_what, bomb) => {
    const { argv, env, stdin } = await bomb.stage();
    const { result, cost } = await measured(SPEED, () => runCarry(argv, env, stdin));
    expect(result.stderr).toMatch(bomb.says);
    expect(result.code).toBe(bomb.exit);
    if (bomb.prints !== undefined) expect(result.stdout).toMatch(bomb.prints);
    for (const line of result.stderr.split("\n")) expect(line.length).toBeLessThan(1_500);
    expect(cost?.mb).toBeLessThan(MOST_MB);
    expect(cost?.ms).toBeLessThan(MOST_MS);
  });
});
