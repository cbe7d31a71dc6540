import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Options } from "tsup";

export type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/**
 * conf loads ajv even when no schema is given; zod validates here, so ajv never runs. when-exit
 * would answer signals in the place of carry, for temporary files that a synchronous write never
 * leaves behind.
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

/** `import text from "./file?raw"`: the file's text, as vitest reads it too. */
export const rawText: Plugin = {
  name: "raw-text",
  setup(build) {
    build.onResolve({ filter: /[?]raw$/ }, ({ path, resolveDir }) => ({
      // Not the whole path: names of files follow from it, and must not differ with the directory.
      path: relative(".", join(resolveDir, path.replace(/[?]raw$/, ""))),
      namespace: "raw-text",
    }));
    build.onLoad({ filter: /.*/, namespace: "raw-text" }, ({ path }) => ({
      contents: readFileSync(path, "utf8"),
      loader: "text",
    }));
  },
};

/** What a package asks for and never uses here, and what it gets in its place. */
const UNUSED_PARTS = [
  {
    // For subcommands that are programs of their own. It brings sockets and streams along.
    from: /[\\/]commander[\\/]/,
    module: /^(node:)?child_process$/,
    contents: "export const spawn = undefined;",
  },
  {
    // HTTP/2, which undici offers to nobody unless it is told to; it loads TLS and crypto.
    from: /[\\/]undici[\\/]/,
    module: /^[.][/]client-h2([.]js)?$/,
    contents: "module.exports = undefined;",
  },
  {
    // The bodies of fetch, for requests that have one: carry sends none.
    from: /[\\/]undici[\\/]/,
    module: /^[.][.][/]web[/]fetch[/]body[.]js$/,
    contents: "exports.extractBody = undefined;",
  },
  {
    // SOCKS: HTTP_PROXY and HTTPS_PROXY name http and https proxies alone (src/client/http/proxy.ts).
    from: /[\\/]undici[\\/]/,
    module: /^[.][/]socks5-proxy-agent$/,
    contents: "module.exports = undefined;",
  },
  {
    // Node's own HTTP client and server: for a limit that carry sets itself (src/client/http/routes.ts),
    // and for request bodies.
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

/** For what names the commands and runs none. */
export const withoutCommands: Plugin = {
  name: "without-commands",
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
  },
};

/** What only commands reach: not the library, not a TAB press. */
const COMMANDS = /[\\/]src[\\/](commands[\\/][^\\/]+|output|views|watch|sandbox)[\\/].*\.ts$/;

/**
 * esbuild puts modules into one file when the same entries reach them, and each file has to be
 * found, read and compiled by itself. When what is for commands reaches all that every command
 * needs, that is one file instead of a dozen.
 */
export const fewFiles: Plugin = {
  name: "few-files",
  setup(build) {
    const needed = resolve("src/command/context.ts");
    const statement = `\nimport ${JSON.stringify(needed)};\n`;
    // package.json says of all modules that they may be left out.
    build.onResolve({ filter: /[\\/]context\.ts$/ }, ({ path }) =>
      path === needed ? { path, sideEffects: true } : undefined,
    );
    build.onLoad({ filter: COMMANDS }, ({ path }) => ({
      contents: readFileSync(path, "utf8") + statement,
      loader: "ts",
    }));
  },
};
