// npm run mutants [-- <room> [<files>]]: changes operators of a room one at a time, and lists the
// changes that no test notices. Rooms: analytics (default), client. Installs what it needs once.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOMS = {
  analytics: "src/analytics/**/*.ts",
  client: "src/client/{listing,validate,resources}/**/*.ts",
};

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [room = "analytics", files = ROOMS[room]] = process.argv.slice(2);
if (files === undefined) {
  console.error(`no room "${room}": the rooms are ${Object.keys(ROOMS).join(", ")}`);
  process.exit(2);
}

const run = (command, argv, env = {}) =>
  spawnSync(command, argv, { stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1;

if (!existsSync(here("node_modules"))) {
  const status = run("npm", ["ci", "--prefix", here(".")]);
  if (status !== 0) process.exit(status);
}
process.exitCode = run(
  here("node_modules/.bin/stryker"),
  ["run", here("stryker.config.json"), "--mutate", files],
  { MUTANTS_OF: room },
);
