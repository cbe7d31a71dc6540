import type { ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { updateConfig } from "../../src/settings/store.js";
import { type Home, tempHome } from "../settings/home.js";
import { CARRY } from "../support/bundle.js";
import { elsewhere, hasNamespaces } from "../support/namespaces.js";
import { isInstalled } from "../support/needs.js";
import { finish } from "../support/process.js";
import { type Call, callsIn, inTwos, signalAt, start } from "../support/strace.js";
import { countingClock } from "./locks.js";

const set = (name = "b") => [
  ...[process.execPath, CARRY, "profile", "set", "output", "csv", "--profile"],
  name,
];

/** Waits until strace reports that its program was stopped. */
function stopped(child: ChildProcess): Promise<true> {
  let output = "";
  return new Promise((resolve) => {
    child.stderr?.on("data", (chunk) => {
      output += chunk;
      if (output.includes("--- stopped by SIGSTOP ---")) resolve(true);
    });
  });
}

/** Adds a profile in this process; returns the time waited for the lock. */
async function add(home: Home, name: string): Promise<number> {
  const clock = countingClock();
  await updateConfig(home.file, clock, (config) => {
    config.profiles[name] = { output: "json" };
  });
  return clock.waited;
}

async function homeWithProfile(): Promise<Home> {
  const home = tempHome();
  await add(home, "a");
  return home;
}

/** Starts a number of writers, and prints the name and the exit code of each. */
const WRITERS = `
  of=$1 count=$2; shift 2
  for n in $(seq $count); do
    { "$@" $of$n 2>&1; echo "ended $of$n $?"; } &
  done
  wait`;

/** Four containers, two under each host name. */
const CONTAINERS = [
  ["one", "p", 13],
  ["one", "q", 13],
  ["two", "r", 12],
  ["two", "s", 12],
] as const;

describe.runIf(hasNamespaces)("containers that share a home", () => {
  it("lose no write that was confirmed to fifty writers, and refuse none", async () => {
    const home = await homeWithProfile();
    const outputs = await Promise.all(
      CONTAINERS.map(async ([host, of, count]) => {
        const writers = ["sh", "-c", WRITERS, "sh", of, String(count), ...set().slice(0, -1)];
        return (await finish(start(elsewhere(host, writers), home.env))).stdout;
      }),
    );
    const ends = outputs.join("").matchAll(/^ended (\w+) (\d+)$/gm);
    const codes = new Map([...ends].map(([, name = "", code]) => [name, code]));
    expect([...codes].filter(([, code]) => code !== "0")).toEqual([]);
    expect(codes.size).toBe(50);
    expect(Object.keys(home.profiles()).sort()).toEqual(["a", ...codes.keys()].sort());
    expect(readdirSync(home.directory)).toEqual(["config.json"]);
  }, 60_000);
});

const canTrace =
  hasNamespaces && isInstalled("strace", ["-V"], "a write that is stopped at its system calls is");

describe.runIf(canTrace)("a write in another container", () => {
  /** Its calls, beginning with the one that takes the lock. */
  async function callsWithLock(): Promise<Call[]> {
    const home = await homeWithProfile();
    const calls = await callsIn(home.directory, set(), home.env, (it) => elsewhere("one", it));
    const link = calls.findIndex(({ name }) => name.startsWith("link"));
    expect(link).toBeGreaterThan(0);
    return calls.slice(link);
  }

  it("that is killed with the lock delays the next one by ten seconds, and loses nothing", async () => {
    const home = await homeWithProfile();
    const rename = (await callsWithLock()).findLast(({ name }) => name.startsWith("rename"));
    if (rename === undefined) throw new Error("nothing was renamed");
    const argv = elsewhere("one", signalAt(rename, "KILL", set()));
    await finish(start(argv, home.env));
    expect(readdirSync(home.directory).length).toBe(3);
    const waited = await add(home, "c");
    expect(waited).toBeGreaterThan(5000); // its age was the rest of ten seconds
    expect(waited).toBeLessThan(10_200);
    expect(Object.keys(home.profiles())).toEqual(["a", "c"]);
    expect(readdirSync(home.directory)).toEqual(["config.json"]);
  });

  it("that is stopped at any system call until its lock is taken over is not lost, and overwrites nothing", async () => {
    let takenOver = 0;
    await inTwos(await callsWithLock(), async (call) => {
      const home = await homeWithProfile();
      const child = start(elsewhere("one", signalAt(call, "STOP", set())), home.env);
      const end = finish(child);
      const isStopped = await Promise.race([stopped(child), end.then(() => false)]);
      const waited = await add(home, "c");
      expect([call, waited < 10_200]).toEqual([call, true]);
      if (waited > 5000) takenOver += 1;
      if (isStopped) process.kill(-Number(child.pid), "SIGCONT");
      expect([call, (await end).code]).toEqual([call, 0]);
      expect([call, Object.keys(home.profiles()).sort()]).toEqual([call, ["a", "b", "c"]]);
      expect([call, readdirSync(home.directory)]).toEqual([call, ["config.json"]]);
    });
    expect(takenOver).toBeGreaterThan(40);
  }, 120_000);
});
