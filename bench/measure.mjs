// Runs processes and measures their time and memory.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Output goes to a pipe, as in a script, since some programs do less work for /dev/null. */
const OUTPUT = "pipe";

/** Runs a process once. @returns wall time in ms, and peak resident memory in MiB (Linux only) */
function runOnce([command, ...args], env = {}) {
  return new Promise((resolve, reject) => {
    const started = process.hrtime.bigint();
    const child = spawn(command, args, {
      stdio: ["ignore", OUTPUT, "pipe"],
      env: { ...process.env, ...env },
    });
    child.stdout.resume();
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

/**
 * Measures the median time of each command over several rounds: with hyperfine if it is installed,
 * else with the commands in turns, so that drift affects all equally.
 * @param commands by name: `{ argv, env }`; undefined ones are left out
 * @returns a Map of `{ ms, peak, times }`: medians, and the time of each round
 */
export async function compare(commands, rounds) {
  const named = Object.entries(commands).filter(([, command]) => command !== undefined);
  return isInstalled("hyperfine") ? withHyperfine(named, rounds) : inTurns(named, rounds);
}

/** Measures commands in turns; a function makes one for each round. */
export async function inTurns(named, rounds) {
  const samples = new Map(named.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of named) {
      const { argv, env } = typeof command === "function" ? command() : command;
      samples.get(name).push(await runOnce(argv, env));
    }
  }
  return new Map(
    [...samples].map(([name, list]) => [
      name,
      { ...timed(list.map((it) => it.ms)), peak: median(list.map((it) => it.peak ?? 0)) },
    ]),
  );
}

/**
 * Measures with hyperfine, without a shell. hyperfine finishes all runs of one command before the
 * next, so it is called repeatedly for a few runs of each, and drift affects all equally.
 */
function withHyperfine(named, rounds) {
  const times = new Map(named.map(([name]) => [name, []]));
  for (let done = 0; done < rounds; done += RUNS_A_TURN) {
    for (const [name, found] of hyperfine(named)) times.get(name).push(...found);
  }
  return new Map([...times].map(([name, list]) => [name, timed(list)]));
}

const RUNS_A_TURN = 3;

/** Runs each command a few times. @returns times in ms by name */
function hyperfine(named) {
  const folder = mkdtempSync(join(tmpdir(), "carry-bench-"));
  const file = join(folder, "result.json");
  const lines = named.map(([, { argv }]) => argv.map(quoted).join(" "));
  const options = [
    "-N",
    "--style",
    "none",
    "--output",
    OUTPUT,
    "--warmup",
    "1",
    "--runs",
    String(RUNS_A_TURN),
  ];
  const done = spawnSync("hyperfine", [...options, "--export-json", file, ...lines], {
    encoding: "utf8",
    env: Object.assign({ ...process.env }, ...named.map(([, { env }]) => env)),
  });
  try {
    if (done.status !== 0) throw new Error(`hyperfine: ${done.stderr}`);
    const { results } = JSON.parse(readFileSync(file, "utf8"));
    return named.map(([name], index) => [name, results[index].times.map((s) => s * 1000)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function quoted(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** Returns the result of rounds that took these times. */
export function timed(times) {
  return { ms: median(times), times };
}

/**
 * Returns the ratio of two medians, and its noise: half the distance between the quartiles of the
 * ratios of single rounds.
 */
export function compared(own, peer) {
  const ratios = own.times.map((ms, round) => ms / peer.times[round]).sort((a, b) => a - b);
  const at = (share) => ratios[Math.round((ratios.length - 1) * share)];
  return { ratio: own.ms / peer.ms, noise: (at(0.75) - at(0.25)) / 2 };
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function isInstalled(command) {
  return spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined;
}
