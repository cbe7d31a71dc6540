import type { ProgramModel } from "../../src/run/completion-model.js";
import { evaluate } from "./evaluate.js";
import type { Plugin } from "./plugin.js";

const SOURCE = `
import { modelOf } from "./src/run/program-model.js";
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
      const { program } = (await evaluate(build, SOURCE)) as { program(): Promise<ProgramModel> };
      const text = JSON.stringify(await program());
      // Node parses JSON text faster than an object literal.
      return { contents: `export const program = JSON.parse(${JSON.stringify(text)});` };
    });
  },
};
