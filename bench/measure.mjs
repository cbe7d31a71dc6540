// Runs whole processes and measures them from outside.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What is printed goes through a pipe, as to a script: some programs do less for /dev/null. */
const OUTPUT = "pipe";

/** Wall time in ms and peak resident memory in MiB (Linux only, else undefined) of one process. */
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
 * The median time of each command over several rounds: with hyperfine where it is installed, else
 * with the commands taking turns, so that drift hits all alike.
 * @param commands by name: `{ argv, env }`; those that are undefined are left out
 * @returns a Map of `{ ms, peak }`
 */
export async function compare(commands, rounds) {
  const named = Object.entries(commands).filter(([, command]) => command !== undefined);
  return isInstalled("hyperfine") ? withHyperfine(named, rounds) : inTurns(named, rounds);
}

export async function inTurns(named, rounds) {
  const samples = new Map(named.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, { argv, env }] of named) samples.get(name).push(await runOnce(argv, env));
  }
  return new Map(
    [...samples].map(([name, list]) => [
      name,
      { ms: median(list.map((it) => it.ms)), peak: median(list.map((it) => it.peak ?? 0)) },
    ]),
  );
}

/**
 * hyperfine, without a shell between it and the command (see its README for what it does). It runs
 * one command to the end before the next; called again and again for a few runs of each, drift hits
 * all alike here too.
 */
function withHyperfine(named, rounds) {
  const times = new Map(named.map(([name]) => [name, []]));
  for (let done = 0; done < rounds; done += RUNS_A_TURN) {
    for (const [name, found] of hyperfine(named)) times.get(name).push(...found);
  }
  return new Map([...times].map(([name, list]) => [name, { ms: median(list) }]));
}

const RUNS_A_TURN = 3;

/** Some runs of each command: times in ms by name. */
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

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function isInstalled(command) {
  return spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined;
}
