// npm run bench: measures carry as a ratio to floors and peers, all in the same run.
//   --node <node>  run on another Node: a path, or a version that npm has, such as 20.19.0 or 22
//   --rounds <n>   number of runs of each short command (default 15)
//   --quick        only the starts, one call, 10,000 positions, status and agents
//   --json         print the figures as JSON
//   --than <file>  compare with what --json printed before, on the same machine and Node
//   --check        also say which goals are missed, and what got worse by more than the noise of both runs
//
// The programs of a row run one after the other (A B A B ...), 15 times (30 the starts, 3 to 5 what takes
// seconds). The least time of each is taken, which other programs of the machine disturb least, and their
// ratio is judged. ± is half the distance between the ratios that every third round would give by itself.
// "processors" is the ratio of the least user and system times of all threads, memory the median of the
// peaks. No variables of Node, no proxies and no settings count; the service, on loopback, is a process of
// its own. What is compared with "itself alone" or a size is counted, not timed. It needs bash 5.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { nodeOf } from "../tools/node-of.mjs";
import { archiveScan, archiveSync } from "./archive.mjs";
import { decisions } from "./decide.mjs";
import { clean, withOwnFiles } from "./environment.mjs";
import { agents, coldStatus, warmStatus } from "./faces.mjs";
import { installation, longListings, oneCall, paging, startUp, table } from "./figures.mjs";
import { watchKeys } from "./keys.mjs";
import { asTable, findings, resultsOf } from "./report.mjs";

/** Number of busy processors above which nothing is judged, and how long to wait for less, ms. */
const MOST_LOAD = 0.5;
const PATIENCE_MS = 3 * 60_000;

const { values } = parseArgs({
  options: {
    node: { type: "string" },
    rounds: { type: "string", default: "15" },
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    than: { type: "string" },
  },
});

if (values.node === undefined) {
  clean(process.env);
  await quiet();
  await withOwnFiles(process.env, async () => print(await measured(Number(values.rounds))));
} else {
  process.exitCode = runOn(values.node);
}

/** Runs the same on another Node. @returns exit code */
function runOn(name) {
  const node = existsSync(name) ? name : nodeOf(name);
  if (node === undefined) throw new Error(`there is no Node ${name}, and npm has none`);
  const { node: _, ...others } = values;
  const options = Object.entries(others).flatMap(([option, value]) =>
    value === false ? [] : [`--${option}`, ...(value === true ? [] : [value])],
  );
  const argv = [fileURLToPath(import.meta.url), ...options];
  return spawnSync(node, argv, { stdio: "inherit" }).status ?? 1;
}

/** Waits until the machine is idle. @throws if it stays busy and the figures are to be judged */
async function quiet() {
  if (!values.check) return;
  const end = Date.now() + PATIENCE_MS;
  while ((await load()) > MOST_LOAD) {
    if (Date.now() > end) throw new Error(`the load stays above ${MOST_LOAD}: nothing is judged`);
  }
}

/** Returns how many processors are busy, over five seconds: the load average still has the minute before. */
async function load() {
  const busy = () =>
    cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  const [before, begun] = [busy(), Date.now()];
  await sleep(5_000);
  return (busy() - before) / (Date.now() - begun);
}

/** Measures all figures, or the quick ones. */
async function measured(rounds) {
  const short = [
    ...(await startUp(rounds * 2)),
    ...(await oneCall(rounds)),
    ...(await paging(0, rounds)),
    ...(await warmStatus(rounds)),
    ...(await agents(rounds)),
  ];
  if (values.quick) return short;
  const third = Math.ceil(rounds / 3);
  return [
    ...short,
    ...(await paging(20, third)),
    ...(await longListings(1_000_000)),
    ...(await table(rounds)),
    ...(await coldStatus(third)),
    ...(await archiveSync(1000, third)),
    ...(await archiveScan(10_000, 1000, 3)),
    ...(await decisions(rounds)),
    ...(await watchKeys()),
    ...(await installation()),
  ];
}

function print(figures) {
  if (values.json) {
    console.log(JSON.stringify({ node: process.version, figures }, null, 2));
    return;
  }
  const last = values.than && resultsOf(JSON.parse(readFileSync(values.than, "utf8")).figures);
  const model = cpus()[0]?.model ?? "unknown CPU";
  const head = `Node ${process.versions.node}, ${cpus().length} x ${model}, ${values.rounds} rounds`;
  console.log(`${head}. What the columns are: bench/run.mjs.`);
  console.log(asTable(figures, last));
  if (values.check) console.log(findings(figures, last).join("\n"));
}
