/**
 * Plants errors in formulas of a build of carry, each in a build of its own, and fails unless the checker
 * of this directory finds each, and nothing without one.
 *
 * node tools/recompute/planted.mjs [name...]
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsup";
import { PLANTS } from "./plants.mjs";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Returns the one file of src that has the text of a plant, and its text with the error. */
function planted({ name, from, to }) {
  const files = readdirSync(join(ROOT, "src"), { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && it.name.endsWith(".ts"))
    .map((it) => join(it.parentPath ?? it.path, it.name));
  const texts = files.map((path) => ({ path, parts: readFileSync(path, "utf8").split(from) }));
  const found = texts.filter(({ parts }) => parts.length > 1);
  const [{ path, parts } = {}] = found;
  if (found.length !== 1 || parts.length !== 2) {
    throw new Error(`${name}: this is not in src exactly once: ${from}`);
  }
  return { path, contents: parts.join(to) };
}

/** A plugin of esbuild that loads one file with an error, and texts as the build does. */
const plugin = (plant) => ({
  name: "planted",
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /[?]raw$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/[?]raw$/, "")),
      namespace: "raw",
    }));
    pluginBuild.onLoad({ filter: /.*/, namespace: "raw" }, ({ path }) => ({
      contents: readFileSync(path, "utf8"),
      loader: "text",
    }));
    pluginBuild.onLoad({ filter: /\.ts$/, namespace: "file" }, ({ path }) =>
      path === plant?.path ? { contents: plant.contents, loader: "ts" } : undefined,
    );
  },
});

/** Builds the program; returns the file that starts it. */
async function built(directory, plant) {
  await build({
    config: false,
    silent: true,
    entry: { cli: join(ROOT, "src/cli/main.ts") },
    outDir: directory,
    outExtension: () => ({ js: ".cjs" }),
    format: "cjs",
    platform: "node",
    target: "node20",
    noExternal: [/.*/],
    removeNodeProtocol: false,
    esbuildPlugins: [plugin(plant)],
  });
  const file = join(directory, "carry.cjs");
  writeFileSync(file, 'require("./cli.cjs").main();\n');
  return file;
}

/** Returns what the checker says of a program, and its exit code. */
function checked(file, only, seed) {
  const argv = ["tools/recompute", "--only", only, "--seed", String(seed), "--most", "1"];
  const env = { ...process.env, CARRY_BIN: file };
  return new Promise((resolve) => {
    execFile("python3", argv, { cwd: ROOT, env }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : error.code, text: `${stdout}${stderr}` });
    });
  });
}

/** Does something with each of some items, as many at a time as there are processors. */
async function withEach(items, work) {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

const say = (text) => process.stdout.write(`${text}\n`);
if (spawnSync("python3", ["--version"], { stdio: "ignore" }).status !== 0) {
  say("python3 is not installed: planted errors not tested");
  process.exit(process.env.CI === "true" ? 1 : 0);
}
const asked = process.argv.slice(2);
const plants = PLANTS.filter(({ name }) => asked.length === 0 || asked.includes(name)).map(
  (plant) => ({ ...plant, ...planted(plant) }),
);
if (plants.length === 0) {
  say(`no such error; they are:\n${PLANTS.map(({ name }) => name).join("\n")}`);
  process.exit(2);
}
const directory = mkdtempSync(join(tmpdir(), "planted-"));
let failed = 0;
try {
  const sound = await built(join(directory, "sound"));
  const worlds = new Map(plants.map(({ only, seed }) => [`${only} ${seed}`, { only, seed }]));
  await withEach([...worlds.values()], async ({ only, seed }) => {
    const { status, text } = await checked(sound, only, seed);
    if (status === 0) return;
    failed++;
    say(`without an error: ${only}, seed ${seed}: exit ${status}\n${text}`);
  });
  await withEach(plants, async (plant) => {
    const { name, only, seed } = plant;
    const file = await built(mkdtempSync(join(directory, "planted-")), plant);
    const { status, text } = await checked(file, only, seed);
    const isFound = status === 1 && text.includes("formula");
    if (!isFound) failed++;
    const figure = /: ([\w.]+)\n {4}printed/.exec(text)?.[1];
    say(`${isFound ? `found by ${only} in ${figure}` : "NOT FOUND"}: ${name}`);
    if (!isFound) say(text);
  });
} finally {
  rmSync(directory, { recursive: true, force: true });
}
say(failed === 0 ? `${plants.length} errors planted, each found` : `${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
