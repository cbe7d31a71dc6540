// The environment of what is measured.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Node's options, proxies, and settings of carry. Node 20 reads NODE_EXTRA_CA_CERTS at each start: 30 ms. */
const DISTURBING = /^(node_.*|(https?|all|no)_proxy|carry_.*)$/i;

/** Deletes the variables that change how programs start and connect. */
export function clean(env) {
  for (const name of Object.keys(env)) if (DISTURBING.test(name)) delete env[name];
}

/** Makes empty directories for all files of carry while `work` runs. */
export async function withOwnFiles(env, work) {
  const directory = mkdtempSync(join(tmpdir(), "carry-bench-home-"));
  for (const name of ["CONFIG", "CACHE", "STATE"]) {
    env[`CARRY_${name}_DIR`] = join(directory, name.toLowerCase());
  }
  try {
    return await work();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
