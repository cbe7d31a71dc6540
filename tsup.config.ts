import { defineConfig } from "tsup";

/** conf loads ajv even when no schema is given; zod validates here, so ajv never runs. */
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
    build.onResolve({ filter: /^ajv(-formats)?($|\/)/ }, ({ path }) => ({
      path,
      namespace: "without-ajv",
    }));
    build.onLoad({ filter: /.*/, namespace: "without-ajv" }, () => ({
      contents: "export class Ajv2020 {}; export default {};",
    }));
  },
};

export default defineConfig({
  entry: { cli: "src/cli.ts" },
  format: "esm",
  target: "node20",
  platform: "node",
  splitting: true,
  clean: true,
  noExternal: [/.*/],
  minifyWhitespace: true,
  minifySyntax: true,
  esbuildPlugins: [withoutAjv],
  // Bundled CommonJS packages ask for Node's own modules with require.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
});
