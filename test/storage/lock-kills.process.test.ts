import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/base/time/clock.js";
import { updateConfig } from "../../src/run/settings/store.js";
import { tempHome } from "../settings/home.js";
import { CARRY } from "../support/bundle.js";
import { isInstalled } from "../support/needs.js";
import { finish } from "../support/process.js";
import { callsIn, inTwos, signalAt, start } from "../support/strace.js";
import { lockOf } from "./locks.js";

const SET = [process.execPath, CARRY, "profile", "set", "output", "csv", "--profile", "b"];

/** A configuration with a profile and the lock of a dead process. */
async function homeWithLock() {
  const home = tempHome();
  const change = async (name: string) => {
    const begun = Date.now();
    await updateConfig(
      home.file,
      { clock: systemClock, signal: AbortSignal.timeout(10_000) },
      (config) => {
        config.profiles[name] = { output: "json" };
      },
    );
    return Date.now() - begun;
  };
  await change("a");
  writeFileSync(`${home.file}.lock`, lockOf());
  return { ...home, change };
}

const canTrace =
  process.platform === "linux" &&
  isInstalled("strace", ["-V"], "a write that is killed at each of its system calls is");

describe.runIf(canTrace)("a write that is killed", () => {
  it("at any of its system calls leaves a whole file, and no obstacle", async () => {
    const recorded = await homeWithLock();
    const calls = await callsIn(recorded.directory, SET, recorded.env);
    const written = readFileSync(recorded.file, "utf8");
    let killed = 0;
    const left = new Set<number>();
    await inTwos(calls, async (call) => {
      const home = await homeWithLock();
      const before = home.read();
      const { code } = await finish(start(signalAt(call, "KILL", SET), home.env));
      if (code === 137) killed += 1;
      const after = home.read();
      left.add(readdirSync(home.directory).length);
      expect([call, [before, written].includes(after)]).toEqual([call, true]);
      // A lock without a name is one of a process that was killed as it made it, for two seconds.
      expect([call, (await home.change("c")) < 3000]).toEqual([call, true]);
      const profiles = after === written ? ["a", "b", "c"] : ["a", "c"];
      expect([call, Object.keys(home.profiles())]).toEqual([call, profiles]);
      expect([call, readdirSync(home.directory)]).toEqual([call, ["config.json"]]);
    });
    // Node's own reads vary by one, which would miss the last calls of that name.
    expect(killed).toBeGreaterThan(calls.length - 6);
    expect([...left].sort()).toEqual(expect.arrayContaining([2, 3, 4]));
  }, 120_000);
});
