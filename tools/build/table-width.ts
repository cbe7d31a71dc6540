import type { Plugin } from "./plugin.js";

/**
 * Lets cli-table3 measure texts as the rest of carry does. The string-width of its own, four versions
 * older, counts the parts of many joined characters (🧑‍🚀, क्षि) one by one.
 */
export const tableWidth: Plugin = {
  name: "table-width",
  setup(build) {
    build.onResolve({ filter: /^string-width$/ }, ({ path, importer }) =>
      /[\\/]cli-table3[\\/]/.test(importer) ? { path, namespace: "table-width" } : undefined,
    );
    build.onLoad({ filter: /./, namespace: "table-width" }, () => ({
      contents: 'import { widthOf } from "./src/base/text-width.ts"; module.exports = widthOf;',
      resolveDir: ".",
    }));
  },
};
