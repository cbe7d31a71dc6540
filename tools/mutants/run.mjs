// npm run mutants [-- <set>...]: changes operators of the sets (all, or those named) one at a time, and
// lists the changes that no test notices, with the score of each set. Installs what it needs once. What
// was noticed before is tried again only where the file has changed: results/ keeps it.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { scoreOf, survivorsOf, withoutSurvivors } from "./report.mjs";
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

/** Tries the mutants of a set that its last report does not have as noticed, and extends the report. */
function judge(name, tests) {
  if (existsSync(reportOf(name))) {
    writeFileSync(reportOf(name), JSON.stringify(withoutSurvivors(reportIn(name))));
  }
  const files = ["--mutate", SETS[name].files.join(",")];
  const report = ["--incremental", "--incrementalFile", reportOf(name)];
  run(
    here("node_modules/.bin/stryker"),
    ["run", here("stryker.config.json"), ...files, ...report],
    { MUTANTS_TESTS: tests.join(",") },
  );
}

function reportOf(name) {
  return here(`results/${name}.json`);
}

function reportIn(name) {
  return JSON.parse(readFileSync(reportOf(name), "utf8"));
}

if (!existsSync(here("node_modules"))) run("npm", ["ci", "--prefix", here(".")]);
mkdirSync(here("results"), { recursive: true });

for (const name of names) {
  const started = Date.now();
  const { quick, thorough } = SETS[name];
  if (!existsSync(reportOf(name))) judge(name, quick);
  judge(name, [...quick, ...thorough]);
  const report = reportIn(name);
  for (const line of survivorsOf(report)) console.log(line);
  const minutes = Math.ceil((Date.now() - started) / 60_000);
  console.log(`${name}: ${scoreOf(report)} (${minutes} min)`);
}
