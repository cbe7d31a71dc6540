import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import type { Plugin } from "./plugin.js";
import { rawText } from "./raw-text.js";

export type Build = Parameters<Plugin["setup"]>[0];

/**
 * Bundles a TypeScript module in memory and runs it, so that the build can read the definitions of the
 * commands.
 * @param source text of the module, whose imports are relative to the root of the repository
 * @returns what the module exports
 */
export async function evaluate({ esbuild }: Build, source: string): Promise<object> {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: source, resolveDir: ".", loader: "ts" },
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    logLevel: "error",
    supported: { "dynamic-import": false },
    plugins: [rawText],
  });
  const run = compileFunction(outputFiles[0]?.text ?? "", ["exports", "module", "require"]);
  const module: { exports: object } = { exports: {} };
  run(module.exports, module, createRequire(import.meta.url));
  return module.exports;
}
