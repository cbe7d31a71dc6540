import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Options } from "tsup";

export type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/**
 * Leaves out ajv, which conf loads even without a schema and never runs, since zod validates here;
 * and when-exit, which would handle signals instead of carry, for temporary files that a synchronous
 * write never leaves behind.
 */
export const withoutAjv: Plugin = {
  name: "without-ajv",
  setup(build) {
    build.onResolve({ filter: /^(ajv(-formats)?($|\/)|when-exit$)/ }, ({ path }) => ({
      path,
      namespace: "without-ajv",
    }));
    build.onLoad({ filter: /.*/, namespace: "without-ajv" }, () => ({
      contents: "export class Ajv2020 {}; export default () => {};",
    }));
  },
};

/**
 * Leaves out the validator of the Model Context Protocol's server, which takes 150 kB and is given
 * another one (src/mcp/server.ts).
 */
export const withoutValidator: Plugin = {
  name: "without-validator",
  setup(build) {
    build.onLoad({ filter: /[\\/]server[\\/]dist[\\/]ajvProvider-[^\\/]+$/ }, () => ({
      contents: "export const n = class {};",
    }));
  },
};

/** Imports a file's text with `import text from "./file?raw"`, as vitest does. */
export const rawText: Plugin = {
  name: "raw-text",
  setup(build) {
    build.onResolve({ filter: /[?]raw$/ }, ({ path, resolveDir }) => ({
      // A relative path: the names of output files depend on it, and must not on the directory.
      path: relative(".", join(resolveDir, path.replace(/[?]raw$/, ""))),
      namespace: "raw-text",
    }));
    build.onLoad({ filter: /.*/, namespace: "raw-text" }, ({ path }) => ({
      contents: readFileSync(path, "utf8"),
      loader: "text",
    }));
  },
};

/** Modules that a package imports but never uses here, with their replacements. */
const UNUSED_PARTS = [
  {
    // For subcommands that are separate programs. It would load sockets and streams.
    from: /[\\/]commander[\\/]/,
    module: /^(node:)?child_process$/,
    contents: "export const spawn = undefined;",
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
    // Versions of a configuration, for migrations, which carry does not use.
    from: /[\\/]conf[\\/]/,
    module: /^semver$/,
    contents: "export default undefined;",
  },
  {
    // A second build of the parser of answers, 24 kB packed. undici then takes the one
    // without SIMD instructions, which is as fast (bench/results.md) and runs on every processor.
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

export const withoutUnusedParts: Plugin = {
  name: "without-unused-parts",
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, importer }) =>
      UNUSED_PARTS.some(({ from, module }) => from.test(importer) && module.test(path))
        ? { path, namespace: "without-unused-parts" }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "without-unused-parts" }, ({ path }) => ({
      contents: UNUSED_PARTS.find(({ module }) => module.test(path))?.contents ?? "",
    }));
  },
};

/** The spinners of cli-spinners that src/terminal/progress.ts names, of the 90 that it has. */
const SPINNERS = ["dots", "line"];

export const fewSpinners: Plugin = {
  name: "few-spinners",
  setup(build) {
    build.onLoad({ filter: /[\\/]cli-spinners[\\/]spinners[.]json$/ }, ({ path }) => {
      const all = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
      const used = Object.fromEntries(SPINNERS.map((name) => [name, all[name]]));
      return { contents: JSON.stringify(used), loader: "json" };
    });
  },
};

/** Leaves out the commands from a bundle that lists them but runs none. */
export const withoutCommands: Plugin = {
  name: "without-commands",
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
  },
};

/** Modules used only by commands, not by the library or completion. */
const COMMANDS = /[\\/]src[\\/](commands[\\/][^\\/]+|output|views|watch|sandbox)[\\/].*\.ts$/;

/**
 * Reduces the number of output files. esbuild puts modules that are reached by the same entries into
 * one file, and each file costs time to find, read and compile. With an import of the context in
 * every module of the commands, everything that all commands need is one file instead of a dozen.
 */
export const fewFiles: Plugin = {
  name: "few-files",
  setup(build) {
    const needed = resolve("src/command/context.ts");
    const statement = `\nimport ${JSON.stringify(needed)};\n`;
    // package.json marks all modules as free of side effects.
    build.onResolve({ filter: /[\\/]context\.ts$/ }, ({ path }) =>
      path === needed ? { path, sideEffects: true } : undefined,
    );
    build.onLoad({ filter: COMMANDS }, ({ path }) => ({
      contents: readFileSync(path, "utf8") + statement,
      loader: "ts",
    }));
  },
};
