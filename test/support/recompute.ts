import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { CARRY } from "./bundle.js";
import { isInstalled } from "./needs.js";
import { finish } from "./process.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export const hasPython = isInstalled("python3", ["--version"], "the recomputed figures were");

/** Runs the checker of tools/recompute on worlds, and the built `carry` beside it. */
export async function recomputed(...argv: readonly string[]) {
  const env = { PATH: process.env.PATH ?? "", CARRY_BIN: CARRY, PYTHONDONTWRITEBYTECODE: "1" };
  return finish(spawn("python3", ["tools/recompute", ...argv], { cwd: ROOT, env }));
}
