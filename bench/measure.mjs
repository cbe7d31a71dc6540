// Runs whole processes and measures them from outside.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Wall time in ms and peak resident memory in MiB (Linux only, else undefined) of one process. */
export function runOnce([command, ...args], env = {}) {
  return new Promise((resolve, reject) => {
    const started = process.hrtime.bigint();
    const child = spawn(command, args, {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, ...env },
    });
    let complaint = "";
    let peak;
    child.stderr.on("data", (chunk) => {
      complaint += chunk;
    });
    const timer = setInterval(() => {
      peak = peakOf(child.pid) ?? peak;
    }, 25);
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(timer);
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      if (code === 0) resolve({ ms, peak });
      else reject(new Error(`${command} ${args.join(" ")} ended with ${code}: ${complaint}`));
    });
  });
}

function peakOf(pid) {
  try {
    const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return match === null ? undefined : Number(match[1]) / 1024;
  } catch {
    return undefined;
  }
}

/** Medians over several rounds; the commands take turns, so that drift hits all alike. */
export async function compare(commands, rounds) {
  const samples = new Map(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, { argv, env }] of Object.entries(commands)) {
      const sample = await runOnce(argv, env);
      if (round > 0) samples.get(name).push(sample); // the first round warms the caches
    }
  }
  return new Map(
    [...samples].map(([name, list]) => [
      name,
      { ms: median(list.map((it) => it.ms)), peak: median(list.map((it) => it.peak ?? 0)) },
    ]),
  );
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function isInstalled(command) {
  return spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined;
}
