import { help } from "./help/help.js";
import { positionsList } from "./positions/list.js";
import { sandbox } from "./sandbox/sandbox.js";
import type { CommandSpec } from "./spec.js";

/** Every command of `carry`. */
export const commandTree: readonly CommandSpec[] = [
  {
    name: "positions",
    summary: "hedged positions of a portfolio",
    commands: [positionsList],
  },
  sandbox,
  help,
];
