import { expect, it } from "vitest";
import { preloading } from "../support/preload.js";
import { runCarry } from "../support/process.js";
import { DAY } from "./harness.js";

const FROZEN = { CARRY_SANDBOX_AT: "2026-03-10T12:00:25Z", CARRY_SANDBOX_FREEZE: "1" };
const TODAY = Date.parse("2027-01-05T08:00:00Z");
const IN_SANDBOX = ["--profile", "sandbox"];

it("a sandbox whose time is set and stands answers the same bytes in processes with other clocks, completion too", async () => {
  const runOn = (now: number, argv: readonly string[]) =>
    runCarry(argv, {
      ...FROZEN,
      NODE_OPTIONS: preloading("frozen-clock.cjs"),
      TEST_NOW: String(now),
    });
  const complete = ["__complete", "1", "fish", "4", "--", "--profile", "sandbox"];
  for (const argv of [
    ["status", ...IN_SANDBOX],
    [...complete, "positions", "get", ""],
  ]) {
    const [today, tomorrow] = [await runOn(TODAY, argv), await runOn(TODAY + DAY, argv)];
    expect([today.code, today.stdout.length > 300]).toEqual([0, true]);
    expect(tomorrow.stdout).toBe(today.stdout);
  }
});
