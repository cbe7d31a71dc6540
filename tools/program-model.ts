import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import type { ProgramModel } from "../src/completion/model.js";
import { type Plugin, rawText } from "./bundle-plugins.js";

type Build = Parameters<Plugin["setup"]>[0];

const SOURCE = `
import { modelOf } from "./src/commands/completion/model.js";
import { loadAllCommands } from "./src/commands/load.js";
export const program = async () => modelOf(await loadAllCommands());
`;

/**
 * Resolves `import { program } from "virtual:program-model"` to the completion model of the commands,
 * as plain data. Completion has no time to load the definitions, so the build evaluates them; no
 * stored copy can become stale.
 */
export const programModel: Plugin = {
  name: "program-model",
  setup(build) {
    build.onResolve({ filter: /^virtual:program-model$/ }, ({ path }) => ({
      path,
      namespace: "program-model",
    }));
    build.onLoad({ filter: /.*/, namespace: "program-model" }, async () => {
      const text = JSON.stringify(await modelNow(build));
      // Node parses JSON text faster than an object literal.
      return { contents: `export const program = JSON.parse(${JSON.stringify(text)});` };
    });
  },
};

/** Bundles the definitions of the commands in memory, and evaluates them. */
async function modelNow({ esbuild }: Build): Promise<ProgramModel> {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: SOURCE, resolveDir: ".", loader: "ts" },
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    target: "node20",
    logLevel: "error",
    supported: { "dynamic-import": false },
    plugins: [rawText],
  });
  const exports: { program?: () => Promise<ProgramModel> } = {};
  const run = compileFunction(outputFiles[0]?.text ?? "", ["exports", "module", "require"]);
  const module = { exports };
  run(exports, module, createRequire(import.meta.url));
  const { program } = module.exports;
  if (program === undefined) throw new Error("the definitions of the commands export no model");
  return program();
}
