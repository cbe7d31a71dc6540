import { defineConfig } from "tsup";
import { fewFiles, rawText, withoutAjv, withoutUnusedParts } from "./tools/bundle-plugins.js";
import { licences } from "./tools/licences.js";

export default defineConfig({
  entry: { cli: "src/cli.ts", complete: "src/completion/main.ts", index: "src/index.ts" },
  dts: { entry: { index: "src/index.ts" } },
  format: "esm",
  target: "node20",
  platform: "node",
  splitting: true,
  clean: true,
  metafile: true, // test/loading.test.ts reads it; it is not published
  noExternal: [/.*/],
  removeNodeProtocol: false, // its plugin would come before ours
  minifyWhitespace: true,
  minifySyntax: true,
  esbuildPlugins: [
    withoutAjv,
    withoutUnusedParts,
    fewFiles,
    rawText,
    licences("dist/THIRD-PARTY-LICENSES.txt"),
  ],
  // Bundled CommonJS packages ask for Node's own modules with require.
  banner: {
    js: "const require = (id) => process.getBuiltinModule(id);",
  },
});
