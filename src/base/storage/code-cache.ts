import { lstatSync } from "node:fs";
import * as node from "node:module";
import { join } from "node:path";
import { cacheDirectory } from "./places.js";
import { directoryFault } from "./read-file.js";
import { makeDirectory } from "./write-file.js";

/** Node 22.1 and later; the types are those of Node 20. */
type Module = typeof node & { readonly enableCompileCache?: (directory: string) => unknown };

/**
 * Lets Node (22.1 and later) cache the compiled program in a directory of carry. Node runs the code in it
 * without checking its owner or permissions, so it is used only if no other user can write there.
 */
export function keepCompiledCode(): void {
  try {
    const cache = cacheDirectory(process.env, process.platform);
    if (cache === undefined) return;
    const directory = join(cache, "code");
    makeDirectory(directory);
    const isLink = lstatSync(directory).isSymbolicLink();
    if (!isLink && directoryFault(directory) === undefined) {
      (node as Module).enableCompileCache?.(directory);
    }
  } catch {
    // the program is compiled without a cache
  }
}
