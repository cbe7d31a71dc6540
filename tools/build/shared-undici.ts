import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "tsup";
import { withBuiltinModules } from "./builtin-modules.js";
import { type Plugin, withoutUnusedParts } from "./bundle-plugins.js";
import { NODE_TARGET } from "./node-target.js";

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
export const sharedUndici: Plugin = {
  name: "shared-undici",
  setup({ onResolve, onLoad }) {
    const parts = Object.keys(createRequire(import.meta.url)("./undici-parts.cjs"));
    onResolve({ filter: /^undici\/lib\// }, ({ path }) => ({ path, namespace: "shared-undici" }));
    onResolve({ filter: /^[.][.]\/undici\/undici[.]cjs$/ }, ({ path }) => ({
      path,
      external: true,
    }));
    onLoad({ filter: /./, namespace: "shared-undici" }, ({ path }) => {
      if (!parts.includes(path)) throw new Error(`${path} is not in ${PARTS}`);
      return { contents: `import all from "${UNDICI_FILE}"; export default all["${path}"];` };
    });
  },
};
