import { defineConfig, type Options } from "tsup";
import { BUILTIN } from "./tools/build/builtin-modules.js";
import { makeCommonJs } from "./tools/build/common-js.js";
import { fewFiles } from "./tools/build/few-files.js";
import { makeLibrary } from "./tools/build/library.js";
import { licences } from "./tools/build/licences.js";
import { manualPages } from "./tools/build/manual-pages.js";
import { NODE_TARGET } from "./tools/build/node-target.js";
import { programModel } from "./tools/build/program-model.js";
import { rawText } from "./tools/build/raw-text.js";
import { tableWidth } from "./tools/build/table-width.js";
import { buildUndici, sharedUndici } from "./tools/build/undici.js";
import { withoutUnusedParts } from "./tools/build/unused-parts.js";
import { withoutCommands } from "./tools/build/without-commands.js";

/** The parts of the library that programs can have without the others. */
const LIBRARY_PARTS = ["carry-error", "errors", "http-errors", "create-client"];

const shared: Options = {
  target: NODE_TARGET,
  platform: "node",
  clean: true,
  noExternal: [/.*/],
  removeNodeProtocol: false, // its plugin would come before ours
  minifyWhitespace: true,
  minifySyntax: true,
};

/** Programs have no names for others to read: 11 % less to download and to load. */
const program: Options = { ...shared, minifyIdentifiers: true };

const bundles: Options[] = [
  // What runs a command line.
  {
    ...program,
    entry: { cli: "src/cli/main.ts" },
    outDir: "dist/program",
    format: "esm",
    splitting: true,
    metafile: true, // those are for test/loading.process.test.ts, and not published
    esbuildPlugins: [
      sharedUndici,
      withoutUnusedParts,
      tableWidth,
      fewFiles,
      rawText,
      licences("dist/THIRD-PARTY-LICENSES.txt", ["undici"]),
    ],
    onSuccess: () => makeCommonJs("dist/program", ["cli"]),
  },
  // What bin/carry.js answers from one small file each.
  {
    ...program,
    entry: {
      complete: "src/completion/main.ts",
      front: "src/cli/front.ts",
      "code-cache": "src/storage/code-cache.ts",
    },
    outDir: "dist/start",
    format: "cjs",
    splitting: false,
    metafile: true,
    esbuildPlugins: [withoutCommands, programModel, manualPages],
  },
  // What other programs import.
  {
    ...shared,
    entry: {
      "carry-error": "src/client/carry-error.ts",
      errors: "src/client/errors.ts",
      "http-errors": "src/client/http/errors.ts",
      "create-client": "src/client/create-client.ts",
      index: "src/client/index.ts",
    },
    outDir: "dist/library",
    clean: ["*", "!*.d.cts"],
    format: "esm",
    splitting: true,
    metafile: true,
    esbuildPlugins: [sharedUndici, withoutUnusedParts],
    // Bundled CommonJS packages ask for Node's own modules with require.
    banner: { js: `const require = (id) => ${BUILTIN}(id);` },
    onSuccess: () => makeLibrary("dist/library", LIBRARY_PARTS),
  },
  // Its types.
  {
    entry: { index: "src/client/index.ts" },
    outDir: "dist/library",
    dts: { only: true },
    format: "cjs", // index.d.cts
  },
];

export default defineConfig(async () => {
  await buildUndici();
  return bundles;
});
