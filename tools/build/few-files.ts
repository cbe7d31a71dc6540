import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "./plugin.js";

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
