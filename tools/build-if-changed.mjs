/* Builds the program unless nothing that it is made of has changed since it was built by this. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BUILT = join(ROOT, "node_modules/.cache/built");
const MADE_OF = [
  "src",
  "completions",
  "SKILL.md",
  "tools/build",
  "package.json",
  "package-lock.json",
];
const CONFIGS = readdirSync(ROOT).filter((name) => /^tsup.*\.ts$|^tsconfig.*\.json$/.test(name));

/** Returns when a file, or one below a directory, was changed last; milliseconds since the epoch. */
function changedAt(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const below = readdirSync(path).map((name) => changedAt(join(path, name)));
  return Math.max(stats.mtimeMs, ...below); // its own: when one was removed
}

const changed = Math.max(...[...MADE_OF, ...CONFIGS].map((path) => changedAt(join(ROOT, path))));
const isBuilt = existsSync(join(ROOT, "dist/program")) && existsSync(BUILT);
if (!isBuilt || statSync(BUILT).mtimeMs < changed) {
  rmSync(BUILT, { force: true });
  const begun = new Date();
  const { status } = spawnSync("npx", ["tsup", "--silent"], {
    cwd: ROOT,
    stdio: "inherit",
    shell: true,
  });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(dirname(BUILT), { recursive: true });
  writeFileSync(BUILT, "");
  utimesSync(BUILT, begun, begun); // what changed while it was built is newer
}
