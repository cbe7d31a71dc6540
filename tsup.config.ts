import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "tsup";

/**
 * conf loads ajv even when no schema is given; zod validates here, so ajv never runs. when-exit
 * would answer signals in the place of carry, for temporary files that a synchronous write never
 * leaves behind.
 */
const withoutAjv = {
  name: "without-ajv",
  setup(build: {
    onResolve(
      options: { filter: RegExp },
      callback: (args: { path: string }) => { path: string; namespace: string },
    ): void;
    onLoad(
      options: { filter: RegExp; namespace: string },
      callback: () => { contents: string },
    ): void;
  }) {
    build.onResolve({ filter: /^(ajv(-formats)?($|\/)|when-exit$)/ }, ({ path }) => ({
      path,
      namespace: "without-ajv",
    }));
    build.onLoad({ filter: /.*/, namespace: "without-ajv" }, () => ({
      contents: "export class Ajv2020 {}; export default () => {};",
    }));
  },
};

/** `import text from "./file?raw"`: the file's text, as vitest reads it too. */
const rawText = {
  name: "raw-text",
  setup(build: {
    onResolve(
      options: { filter: RegExp },
      callback: (args: { path: string; resolveDir: string }) => { path: string; namespace: string },
    ): void;
    onLoad(
      options: { filter: RegExp; namespace: string },
      callback: (args: { path: string }) => { contents: string; loader: "text" },
    ): void;
  }) {
    build.onResolve({ filter: /[?]raw$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/[?]raw$/, "")),
      namespace: "raw-text",
    }));
    build.onLoad({ filter: /.*/, namespace: "raw-text" }, ({ path }) => ({
      contents: readFileSync(path, "utf8"),
      loader: "text",
    }));
  },
};

export default defineConfig({
  entry: { cli: "src/cli.ts", complete: "src/completion/main.ts" },
  format: "esm",
  target: "node20",
  platform: "node",
  splitting: true,
  clean: true,
  noExternal: [/.*/],
  minifyWhitespace: true,
  minifySyntax: true,
  esbuildPlugins: [withoutAjv, rawText],
  // Bundled CommonJS packages ask for Node's own modules with require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
});
