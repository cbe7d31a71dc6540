import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "./plugin.js";

/** Imports a file's text with `import text from "./file?raw"`, as vitest does. */
export const rawText: Plugin = {
  name: "raw-text",
  setup(build) {
    build.onResolve({ filter: /[?]raw$/ }, ({ path, resolveDir }) => ({
      // A relative path: the names of output files depend on it, and must not on the directory.
      path: relative(".", join(resolveDir, path.replace(/[?]raw$/, ""))),
      namespace: "raw-text",
    }));
    build.onLoad({ filter: /.*/, namespace: "raw-text" }, ({ path }) => ({
      contents: readFileSync(path, "utf8"),
      loader: "text",
    }));
  },
};
