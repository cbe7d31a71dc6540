import type { Plugin } from "./plugin.js";

/** A module that a package imports but never uses here, with its replacement. */
interface UnusedPart {
  readonly from: RegExp;
  readonly module: RegExp;
  readonly contents: string;
}

/** README.md has what each of them saves. */
const UNUSED_PARTS: readonly UnusedPart[] = [
  {
    // conf's validator, which it loads even without a schema: zod validates here.
    from: /[\\/]conf[\\/]/,
    module: /^ajv(-formats$|\/)/,
    contents: "export class Ajv2020 {}; export default () => {};",
  },
  {
    // Versions of a configuration, for migrations, which carry does not use.
    from: /[\\/]conf[\\/]/,
    module: /^semver$/,
    contents: "export default undefined;",
  },
  {
    // conf's handler of signals, for temporary files that a synchronous write never leaves behind.
    from: /[\\/](atomically|stubborn-fs)[\\/]/,
    module: /^when-exit$/,
    contents: "export default () => {};",
  },
  {
    // The validator of the Model Context Protocol's server, which is given another one (src/mcp/server.ts).
    from: /[\\/]@modelcontextprotocol[\\/]server[\\/]/,
    module: /[\\/]ajvProvider-[^\\/]+$/,
    contents: "export const n = class {};",
  },
  {
    // Colours of cells by name: chalk paints what is in a cell.
    from: /[\\/]cli-table3[\\/]/,
    module: /^@colors[\\/]colors/,
    contents: "module.exports = undefined;",
  },
  {
    // HTTP/2, which undici uses only on request. It would load TLS and crypto.
    from: /[\\/]undici[\\/]/,
    module: /^[.][/]client-h2([.]js)?$/,
    contents: "module.exports = undefined;",
  },
  {
    // Request bodies of fetch: carry sends none.
    from: /[\\/]undici[\\/]/,
    module: /^[.][.][/]web[/]fetch[/]body[.]js$/,
    contents: "exports.extractBody = undefined;",
  },
  {
    // A second build of the parser of answers. undici then takes the one without SIMD instructions,
    // which is as fast (bench/results.md) and runs on every processor.
    from: /[\\/]undici[\\/]/,
    module: /[\\/]llhttp_simd-wasm([.]js)?$/,
    contents: "module.exports = undefined;",
  },
  {
    // SOCKS: HTTP_PROXY and HTTPS_PROXY can name only http and https proxies (src/client/http/proxy.ts).
    from: /[\\/]undici[\\/]/,
    module: /^[.][/]socks5-proxy-agent$/,
    contents: "module.exports = undefined;",
  },
  {
    // Node's own HTTP client and server, used for a limit that carry sets itself
    // (src/client/http/routes.ts), and for request bodies.
    from: /[\\/]undici[\\/]/,
    module: /^node:http$/,
    contents: "exports.maxHeaderSize = 16384; exports.IncomingMessage = class {};",
  },
];

/** Leaves out parts of packages that carry never runs. */
export const withoutUnusedParts: Plugin = {
  name: "without-unused-parts",
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, importer }) => {
      const part = UNUSED_PARTS.findIndex(
        ({ from, module }) => from.test(importer) && module.test(path),
      );
      return part < 0 ? undefined : { path: String(part), namespace: "without-unused-parts" };
    });
    build.onLoad({ filter: /./, namespace: "without-unused-parts" }, ({ path }) => ({
      contents: UNUSED_PARTS[Number(path)]?.contents ?? "",
    }));
  },
};
