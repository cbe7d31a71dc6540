import { describe, expect, it } from "vitest";
import { buildProgram } from "../../src/commander.js";
import { modelOf } from "../../src/commands/completion/model.js";
import { completionScript } from "../../src/commands/completion/script.js";
import { loadAllCommands } from "../../src/commands/load.js";
import { bashScript } from "../../src/completion/bash.js";
import { fishScript } from "../../src/completion/fish.js";
import type { CommandModel } from "../../src/completion/model.js";
import { powershellScript } from "../../src/completion/powershell.js";
import { layOut } from "../../src/completion/tables.js";
import { zshScript } from "../../src/completion/zsh.js";
import { carry } from "../support/carry.js";
import { oddProgram } from "./odd-program.js";

const commandTree = await loadAllCommands();

const FILES = {
  bash: "carry.bash",
  zsh: "_carry",
  fish: "carry.fish",
  powershell: "carry.ps1",
} as const;
const SHELLS = Object.keys(FILES) as (keyof typeof FILES)[];

describe("the completion scripts", () => {
  it.each(SHELLS)("in completions/ are those of the command tree, for %s", async (shell) => {
    // When this fails: npm run completions
    await expect(completionScript(shell, commandTree)).toMatchFileSnapshot(
      `../../completions/${FILES[shell]}`,
    );
  });

  it.each(SHELLS)("are what `carry completion` prints, for %s", async (shell) => {
    const { code, stdout, stderr } = await carry(["completion", shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(completionScript(shell, commandTree));
  });

  it("start a process in one place only", () => {
    const tables = layOut(modelOf(commandTree));
    expect(processes(bashScript(tables), /\$\((?!\()|<\(|`[a-z]+ /g)).toBe(1);
    expect(processes(zshScript(tables), /\$\((?!\()|<\(/g)).toBe(1);
    expect(processes(fishScript(tables), /\(command /g)).toBe(1);
    expect(processes(powershellScript(tables), /& \$it\.exe/g)).toBe(1);
  });

  it("offer the same words in all four shells", () => {
    const { nodes, common, sets } = layOut(modelOf(commandTree));
    const rows = [
      ...common,
      ...nodes.flatMap((node) => [...node.commands, ...node.args, ...node.options]),
      ...sets.flatMap((set) => set.rows),
    ];
    for (const shell of SHELLS) {
      const script = unquoted(completionScript(shell, commandTree));
      for (const row of rows) expect(script).toContain(unquoted(`'${row}'`));
    }
  });

  it("quote what a shell would take for its own", () => {
    const tables = layOut(oddProgram);
    const nasty = tables.nodes[0]?.commands[0] ?? "";
    expect(nasty).toContain("it's");
    expect(bashScript(tables)).toContain(`'${nasty.replaceAll("'", "'\\''")}'`);
    expect(fishScript(tables)).toContain(`'${nasty.replaceAll(/['\\]/g, "\\$&")}'`);
    expect(powershellScript(tables)).toContain(`'${nasty.replaceAll(/['‘’]/g, "$&$&")}'`);
  });
});

describe("the model of the commands", () => {
  it("has every command and option that the program takes", () => {
    const program = buildProgram(commandTree, async () => {}, { print: () => {}, width: 100 });
    const { root, commonOptions } = modelOf(commandTree);
    const common = commonOptions.flatMap((it) => it.flags);
    const compare = (command: typeof program, model: CommandModel) => {
      const known = [...model.options.flatMap((it) => it.flags), ...common];
      for (const option of command.options) {
        if (option.long) expect(known).toContain(option.long);
        if (option.short) expect(known).toContain(option.short);
      }
      for (const child of command.commands) {
        const twin = model.commands.find((it) => it.name === child.name());
        if (twin === undefined) throw new Error(`completion does not know ${child.name()}`);
        expect(twin.aliases).toEqual(child.aliases());
        compare(child, twin);
      }
    };
    compare(program, root);
  });
});

describe("carry completion", () => {
  it("says how to install it, for one user and for a package", async () => {
    const { stdout } = await carry(["completion", "--help"]);
    for (const word of ["bash-completion", "fpath", "config/fish", "$PROFILE", "site-functions"]) {
      expect(stdout).toContain(word);
    }
  });

  it("names the shells when there is no script for one", async () => {
    const { code, stderr } = await carry(["completion", "tcsh"]);
    expect(code).toBe(2);
    expect(stderr).toContain("bash, zsh, fish, powershell");
  });
});

function processes(script: string, start: RegExp): number {
  const code = script.split("\n").filter((line) => !/^\s*(#|'|--? )/.test(line));
  return code.join("\n").match(start)?.length ?? 0;
}

/** Without the signs that each shell quotes differently. */
function unquoted(text: string): string {
  return text.replaceAll(/['\\‘’]/g, "'").replaceAll(/'+/g, "'");
}
