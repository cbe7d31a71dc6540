import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "tsup";
import { withBuiltinModules } from "./builtin-modules.js";
import { NODE_TARGET } from "./node-target.js";
import type { Plugin } from "./plugin.js";
import { withoutUnusedParts } from "./unused-parts.js";

const PARTS = "tools/build/undici-parts.cjs";
const DIRECTORY = "dist/undici";

/** The one copy of undici, as the program and the library, in directories beside it, load it. */
export const UNDICI_FILE = "../undici/undici.cjs";

/** Builds undici by itself: two copies of it, with its parser, would be an eighth of the package. */
export async function buildUndici(): Promise<void> {
  await build({
    config: false,
    silent: true,
    entry: { undici: PARTS },
    outDir: DIRECTORY,
    outExtension: () => ({ js: ".cjs" }),
    format: "cjs",
    target: NODE_TARGET,
    platform: "node",
    clean: true,
    noExternal: [/.*/],
    removeNodeProtocol: false,
    minify: true,
    metafile: true, // for test/loading.process.test.ts
    esbuildPlugins: [withoutUnusedParts],
  });
  const file = `${DIRECTORY}/undici.cjs`;
  writeFileSync(file, withBuiltinModules(readFileSync(file, "utf8")));
}

/** Lets a bundle load the one copy of undici. */
export const sharedUndici = undiciFrom(UNDICI_FILE);

/** Puts undici into a bundle. */
export const bundledUndici = undiciFrom(`./${PARTS}`);

/** Maps undici's main module to a file of its parts. */
function undiciFrom(file: string): Plugin {
  return {
    name: "undici",
    setup({ onResolve, onLoad }) {
      const parts = createRequire(import.meta.url)("./undici-parts.cjs") as object;
      onResolve({ filter: /^undici($|\/)/ }, ({ path, importer }) =>
        importer.endsWith("undici-parts.cjs") ? undefined : { path, namespace: "undici" },
      );
      onResolve({ filter: /^[.][.]\/undici\/undici[.]cjs$/ }, ({ path }) => ({
        path,
        external: true,
      }));
      onLoad({ filter: /./, namespace: "undici" }, ({ path }) => {
        if (!Object.hasOwn(parts, path)) throw new Error(`${path} is not in ${PARTS}`);
        return {
          contents: `import parts from "${file}"; module.exports = parts["${path}"];`,
          resolveDir: ".",
        };
      });
    },
  };
}
