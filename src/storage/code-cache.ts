import * as node from "node:module";
import { join } from "node:path";
import { makeDirectory } from "./make-directory.js";
import { cacheDirectory } from "./places.js";
import { distrustDirectory } from "./trust.js";

/** Node 22.1 and later; the types are those of Node 20. */
type Module = typeof node & { readonly enableCompileCache?: (directory: string) => unknown };

/**
 * Lets Node (22.1 and later) cache the compiled program in a directory of carry. Node runs the code
 * in it without checking its owner or permissions, so the cache is used only if no other user can
 * write to the directory.
 */
export function keepCompiledCode(): void {
  try {
    const cache = cacheDirectory(process.env, process.platform);
    if (cache === undefined) return;
    const directory = join(cache, "code");
    if (distrustDirectory(cache) !== undefined) return;
    makeDirectory(directory, 0o700);
    if (distrustDirectory(directory) !== undefined) return;
    (node as Module).enableCompileCache?.(directory);
  } catch {
    // the program is compiled without a cache
  }
}
