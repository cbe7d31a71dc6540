import { defineConfig, type Options } from "tsup";
import { BUILTIN } from "./tools/build/builtin-modules.js";
import { makeCommonJs } from "./tools/build/common-js.js";
import { makeLibrary } from "./tools/build/library.js";
import { licences } from "./tools/build/licences.js";
import { NODE_TARGET } from "./tools/build/node-target.js";
import { programModel } from "./tools/build/program-model.js";
import { rawText } from "./tools/build/raw-text.js";
import { tableWidth } from "./tools/build/table-width.js";
import { buildUndici, sharedUndici } from "./tools/build/undici.js";
import { withoutUnusedParts } from "./tools/build/unused-parts.js";
import { withoutCommands } from "./tools/build/without-commands.js";

// What each plugin is for, and what it saves: tools/build/README.md.

const shared: Options = {
  target: NODE_TARGET,
  platform: "node",
  clean: true,
  noExternal: [/.*/],
  removeNodeProtocol: false, // its plugin would come before ours
  minifyWhitespace: true,
  minifySyntax: true,
  metafile: true, // for test/loading.process.test.ts, not published
};

/** What runs a command line. */
const program: Options = {
  ...shared,
  entry: { cli: "src/cli/main.ts" },
  outDir: "dist/program",
  format: "esm",
  splitting: true,
  minifyIdentifiers: true,
  esbuildPlugins: [
    sharedUndici,
    withoutUnusedParts,
    tableWidth,
    rawText,
    licences("dist/THIRD-PARTY-LICENSES.txt", ["undici"]),
  ],
  onSuccess: () => makeCommonJs("dist/program", ["cli"]),
};

/** What bin/carry.js answers from one small file each. */
const start: Options = {
  ...shared,
  entry: {
    complete: "src/cli/completion/main.ts",
    front: "src/cli/front.ts",
    "code-cache": "src/base/storage/code-cache.ts",
  },
  outDir: "dist/start",
  format: "cjs",
  splitting: false,
  minifyIdentifiers: true,
  esbuildPlugins: [withoutCommands, programModel],
};

/** Parts of the library that programs can have without the others. */
const libraryParts = {
  errors: "src/client/errors.ts",
  client: "src/client/client.ts",
};

/** What other programs import. */
const library: Options = {
  ...shared,
  entry: { ...libraryParts, index: "src/client/index.ts" },
  outDir: "dist/library",
  clean: ["*", "!*.d.cts"],
  format: "esm",
  splitting: true,
  esbuildPlugins: [sharedUndici],
  // Bundled CommonJS packages ask for Node's own modules with require.
  banner: { js: `const require = (id) => ${BUILTIN}(id);` },
  onSuccess: () => makeLibrary("dist/library", Object.keys(libraryParts)),
};

/** Its types. */
const libraryTypes: Options = {
  entry: { index: "src/client/index.ts" },
  outDir: "dist/library",
  dts: { only: true },
  format: "cjs", // index.d.cts
};

/** The figures of the library and their catalogue: what one does not need is not bundled with it. */
const figureParts = Object.fromEntries(
  ["figures", "catalogue"].map((name) => [name, `src/serve/library/${name}.ts`]),
);

const figures: Options = {
  ...shared,
  platform: "neutral",
  entry: { ...figureParts, index: "src/serve/library/index.ts" },
  outDir: "dist/figures",
  format: "esm",
  splitting: true,
  minifyIdentifiers: true,
  dts: { entry: { index: "src/serve/library/index.ts" } },
  esbuildPlugins: [withoutCommands], // what commands load late, no figure runs
};

export default defineConfig(async () => {
  await buildUndici();
  return [program, start, library, libraryTypes, figures];
});
