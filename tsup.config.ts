import { defineConfig, type Options } from "tsup";
import {
  fewFiles,
  rawText,
  withoutAjv,
  withoutCommands,
  withoutUnusedParts,
} from "./tools/bundle-plugins.js";
import { makeCommonJs } from "./tools/common-js.js";
import { licences } from "./tools/licences.js";

const shared: Options = {
  target: "node20",
  platform: "node",
  noExternal: [/.*/],
  removeNodeProtocol: false, // its plugin would come before ours
  minifyWhitespace: true,
  minifySyntax: true,
};

export default defineConfig([
  {
    ...shared,
    entry: { cli: "src/cli.ts", index: "src/index.ts" },
    dts: { entry: { index: "src/index.ts" } },
    format: "esm",
    splitting: true,
    clean: ["!start/**"],
    metafile: true, // those are for test/loading.test.ts, and not published
    esbuildPlugins: [
      withoutAjv,
      withoutUnusedParts,
      fewFiles,
      rawText,
      licences("dist/THIRD-PARTY-LICENSES.txt"),
    ],
    onSuccess: () => makeCommonJs("dist", ["cli", "index"], "index"),
  },
  // What bin/carry.js answers from one small file each.
  {
    ...shared,
    entry: { complete: "src/completion/main.ts", front: "src/front.ts" },
    outDir: "dist/start",
    format: "cjs",
    splitting: false,
    clean: true,
    metafile: true,
    esbuildPlugins: [withoutCommands],
  },
]);
