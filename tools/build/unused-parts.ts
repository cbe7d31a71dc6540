import type { Plugin } from "./plugin.js";

/** A module that undici imports but never uses here, with its replacement. */
interface UnusedPart {
  readonly module: RegExp;
  readonly contents: string;
}

/** README.md has what each of them saves. */
const UNUSED_PARTS: readonly UnusedPart[] = [
  {
    // HTTP/2, which undici uses only on request. It would load TLS and crypto.
    module: /^[.][/]client-h2([.]js)?$/,
    contents: "module.exports = undefined;",
  },
  {
    // Request bodies of fetch: carry sends none.
    module: /^[.][.][/]web[/]fetch[/]body[.]js$/,
    contents: "exports.extractBody = undefined;",
  },
  {
    // A second build of the parser of answers. undici then takes the one without SIMD instructions,
    // which is as fast (bench/speed.md) and runs on every processor.
    module: /[\\/]llhttp_simd-wasm([.]js)?$/,
    contents: "module.exports = undefined;",
  },
  {
    // SOCKS: HTTP_PROXY and HTTPS_PROXY can name only http and https proxies (src/client/http/proxy.ts).
    module: /^[.][/]socks5-proxy-agent$/,
    contents: "module.exports = undefined;",
  },
  {
    // Node's own HTTP client and server, used for a limit that carry sets itself
    // (src/client/http/routes.ts), and for request bodies.
    module: /^node:http$/,
    contents: "exports.maxHeaderSize = 16384; exports.IncomingMessage = class {};",
  },
];

const UNDICI = /[\\/]undici[\\/]/;

/** Leaves out parts of undici that carry never runs. */
export const withoutUnusedParts: Plugin = {
  name: "without-unused-parts",
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, importer }) => {
      const part = UNUSED_PARTS.findIndex(
        ({ module }) => UNDICI.test(importer) && module.test(path),
      );
      return part < 0 ? undefined : { path: String(part), namespace: "without-unused-parts" };
    });
    build.onLoad({ filter: /./, namespace: "without-unused-parts" }, ({ path }) => ({
      contents: UNUSED_PARTS[Number(path)]?.contents ?? "",
    }));
  },
};
