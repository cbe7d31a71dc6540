// npm run mutants [-- <set>...]: changes operators of the sets (all, or those named) one at a time, and
// lists the changes that no test notices, with the score of each set. Installs what it needs once.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { merged, rangesOf, scoreOf, survivorsOf } from "./report.mjs";
import { SETS } from "./sets.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SETS);
const wrong = names.find((name) => !Object.hasOwn(SETS, name));
if (wrong !== undefined) {
  console.error(`no set "${wrong}": the sets are ${Object.keys(SETS).join(", ")}`);
  process.exit(2);
}

function run(command, argv, env = {}) {
  const { status } = spawnSync(command, argv, {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Returns the report of the mutants in files, or in ranges of them, judged by these tests. */
function judged(files, tests) {
  run(
    here("node_modules/.bin/stryker"),
    ["run", here("stryker.config.json"), "--mutate", files.join(",")],
    { MUTANTS_TESTS: tests.join(",") },
  );
  return JSON.parse(readFileSync(here("results/last.json"), "utf8"));
}

if (!existsSync(here("node_modules"))) run("npm", ["ci", "--prefix", here(".")]);
mkdirSync(here("results"), { recursive: true });

for (const name of names) {
  const started = Date.now();
  const { files, quick, thorough } = SETS[name];
  const first = judged(files, quick);
  const left = rangesOf(first);
  const report = left.length === 0 ? first : merged(first, judged(left, thorough));
  writeFileSync(here(`results/${name}.json`), JSON.stringify(report));
  for (const line of survivorsOf(report)) console.log(line);
  const minutes = Math.ceil((Date.now() - started) / 60_000);
  console.log(`${name}: ${scoreOf(report)} (${minutes} min)`);
}
