import { modelOf } from "../../src/command/program-model.js";
import { loadAllCommands } from "../../src/commands/load.js";

/** The content of `virtual:program-model` (tools/build/program-model.ts), from the sources. */
export const program = modelOf(await loadAllCommands());
