import { defineConfig } from "tsup";
import { makeExecutable } from "./tools/build/executable.js";
import { licences } from "./tools/build/licences.js";
import { NODE_TARGET } from "./tools/build/node-target.js";
import { programModel } from "./tools/build/program-model.js";
import { rawText } from "./tools/build/raw-text.js";
import { tableWidth } from "./tools/build/table-width.js";
import { bundledUndici } from "./tools/build/undici.js";
import { withoutUnusedParts } from "./tools/build/unused-parts.js";

const DIRECTORY = "dist-exe";

/** Node runs one CommonJS file from within itself: everything goes into that. */
export default defineConfig({
  entry: { carry: "src/cli/executable.ts" },
  outDir: DIRECTORY,
  format: "cjs",
  outExtension: () => ({ js: ".cjs" }),
  target: NODE_TARGET,
  platform: "node",
  splitting: false,
  clean: true,
  noExternal: [/.*/],
  minifyWhitespace: true,
  minifySyntax: true,
  esbuildPlugins: [
    bundledUndici,
    withoutUnusedParts,
    tableWidth,
    rawText,
    programModel,
    licences(`${DIRECTORY}/THIRD-PARTY-LICENSES.txt`),
  ],
  // The one file has no import() that works, and nothing else to import.
  esbuildOptions(options) {
    options.supported = { "dynamic-import": false };
  },
  async onSuccess() {
    makeExecutable(DIRECTORY);
  },
});
