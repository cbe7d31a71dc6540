// Runs processes in turns, and measures their time and memory. Needs bash 5.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Runs a command, and prints on descriptor 3 its user and system time, and when it began and ended, in
 * seconds. Node has no call for the processor time of a child.
 */
const TIMED = `
TIMEFORMAT="%3U %3S"
begin=$EPOCHREALTIME
{ time "$@" 2>&4 3>&- 4>&-; } 4>&2 2>&3
code=$?
echo "$begin $EPOCHREALTIME" >&3
exit $code`;

/**
 * Runs a process once. Its output goes to a pipe, as in a script, since some programs do less work for
 * /dev/null.
 * @returns wall time and processor time in ms, and peak resident memory in MiB (Linux only)
 */
function runOnce(command, env = {}) {
  return new Promise((resolve, reject) => {
    const shell = spawn("bash", ["-c", TIMED, "bash", ...command], {
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    const [, stdout, stderr, times] = shell.stdio;
    let [complaint, taken] = ["", ""];
    let peak;
    stdout.resume();
    stderr.on("data", (chunk) => {
      complaint += chunk;
    });
    times.on("data", (chunk) => {
      taken += chunk;
    });
    const timer = setInterval(() => {
      peak = peakOf(shell.pid) ?? peak;
    }, 25);
    shell.on("error", reject);
    shell.on("close", (code) => {
      clearInterval(timer);
      if (code === 0) resolve({ ...timesIn(taken), peak });
      else reject(new Error(`${command.join(" ")} ended with ${code}: ${complaint}`));
    });
  });
}

/** Parses the output of {@link TIMED}. A locale may have commas in the numbers. */
function timesIn(text) {
  const [user, system, begin, end] = text.replaceAll(",", ".").trim().split(/\s+/).map(Number);
  return { ms: (end - begin) * 1000, cpu: (user + system) * 1000 };
}

/** Returns the peak memory of the process that a shell runs. */
function peakOf(shell) {
  try {
    const child = readFileSync(`/proc/${shell}/task/${shell}/children`, "utf8").trim();
    const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child}/status`, "utf8"));
    return match === null ? undefined : Number(match[1]) / 1024;
  } catch {
    return undefined;
  }
}

/**
 * Measures commands in turns, so that drift of the machine affects all equally.
 * @param named names with commands, or functions that make one for each round; undefined ones are left out
 * @returns results of {@link summary} by name
 */
export async function inTurns(named, rounds) {
  const present = named.filter(([, command]) => command !== undefined);
  const runs = new Map(present.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of present) {
      const { argv, env } = typeof command === "function" ? command() : command;
      runs.get(name).push(await runOnce(argv, env));
    }
  }
  return new Map([...runs].map(([name, list]) => [name, summary(list)]));
}

/** Measures commands in turns, from an object. */
export function compare(commands, rounds) {
  return inTurns(Object.entries(commands), rounds);
}

/**
 * Returns the least times of runs, which other programs disturb least; the median of their memory; and
 * the wall time of each.
 */
export function summary(runs) {
  const times = runs.map(({ ms }) => ms);
  const cpus = runs.map(({ cpu }) => cpu).filter((cpu) => cpu !== undefined);
  return {
    ms: Math.min(...times),
    cpu: cpus.length > 0 ? Math.min(...cpus) : undefined,
    peak: median(runs.map(({ peak }) => peak ?? 0)),
    times,
  };
}

/** Parts of the rounds, each of which gives a ratio of its own. */
const PARTS = 3;

/**
 * Returns the ratios of the least times, and the noise of the wall time: half the distance between the
 * ratios that every third round would give by itself; undefined for fewer rounds than that.
 */
export function compared(own, peer) {
  const ratios = Array.from({ length: PARTS }, (_, part) => {
    const least = ({ times }) => Math.min(...times.filter((_, round) => round % PARTS === part));
    return least(own) / least(peer);
  });
  return {
    ratio: own.ms / peer.ms,
    cpuRatio: own.cpu / peer.cpu || undefined,
    noise: own.times.length < PARTS ? undefined : (Math.max(...ratios) - Math.min(...ratios)) / 2,
  };
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function isInstalled(command) {
  return spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined;
}
