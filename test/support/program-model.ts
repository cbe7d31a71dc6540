import { loadAllCommands } from "../../src/commands/load.js";
import { modelOf } from "../../src/run/program-model.js";

/** The content of `virtual:program-model` (tools/build/program-model.ts), from the sources. */
export const program = modelOf(await loadAllCommands());
