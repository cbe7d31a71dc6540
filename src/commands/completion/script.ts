import type { CommandSpec } from "../../command/define.js";
import { bashScript, zshScript } from "../../completion/bash-zsh.js";
import { fishScript } from "../../completion/fish.js";
import { powershellScript } from "../../completion/powershell.js";
import { layOut, type Tables } from "../../completion/tables.js";
import { modelOf } from "./model.js";

const WRITERS = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
} as const satisfies Record<string, (tables: Tables) => string>;

/** The completion script of a shell for a tree of commands. */
export function completionScript(
  shell: keyof typeof WRITERS,
  tree: readonly CommandSpec[],
): string {
  return WRITERS[shell](layOut(modelOf(tree)));
}
