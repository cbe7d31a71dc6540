import { beforeAll, describe, expect, it } from "vitest";
import type { CommandSpec } from "../../src/command/define.js";
import { modelOf } from "../../src/commands/completion/model.js";
import { completionScript } from "../../src/commands/completion/script.js";
import { loadAllCommands } from "../../src/commands/load.js";
import { bashScript, zshScript } from "../../src/completion/bash-zsh.js";
import { fishScript } from "../../src/completion/fish.js";
import { powershellScript } from "../../src/completion/powershell.js";
import { layOut, type Tables } from "../../src/completion/tables.js";
import { carry } from "../support/carry.js";
import { HOSTILE } from "./hostile.js";
import { oddProgram } from "./odd-program.js";

const FILES = {
  bash: "carry.bash",
  zsh: "_carry",
  fish: "carry.fish",
  powershell: "carry.ps1",
} as const;
type Name = keyof typeof FILES;
const SHELLS = Object.keys(FILES) as Name[];

let tree: readonly CommandSpec[];
let tables: Tables;
beforeAll(async () => {
  tree = await loadAllCommands();
  tables = layOut(modelOf(tree));
});

describe("the completion scripts", () => {
  it.each(SHELLS)("in completions/ are those of the command tree, for %s", async (shell) => {
    // When this fails: npm run completions
    await expect(completionScript(shell, tree)).toMatchFileSnapshot(
      `../../completions/${FILES[shell]}`,
    );
  });

  it.each(SHELLS)("are what `carry completion` prints, for %s", async (shell) => {
    const { code, stdout, stderr } = await carry(["completion", shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(completionScript(shell, tree));
  });

  it("start a process in one place only", () => {
    expect(processes(bashScript(tables), /\$\((?!\()|<\(|`[a-z]+ /g)).toBe(1);
    expect(processes(zshScript(tables), /\$\((?!\()|<\(/g)).toBe(1);
    expect(processes(fishScript(tables), /\(command /g)).toBe(1);
    expect(processes(powershellScript(tables), /& \$it\.exe/g)).toBe(1);
  });

  it("hold the same words in all four shells, and no others", () => {
    const { nodes, common, sets } = tables;
    const rows = [
      ...nodes.flatMap((node) => [...node.commands, ...node.options]),
      ...common,
      ...sets.flatMap((set) => set.rows),
    ];
    expect(rows.length).toBeGreaterThan(200);
    for (const shell of SHELLS) {
      expect(rowsIn(completionScript(shell, tree), shell)).toEqual(rows);
    }
  });

  it("hold the same odd words in all four shells", () => {
    const odd = layOut(oddProgram);
    const nasty = odd.nodes[0]?.commands[0];
    expect(nasty).toContain(`it's "so"`);
    expect(rowsIn(bashScript(odd), "bash")).toContain(nasty);
    expect(rowsIn(zshScript(odd), "zsh")).toContain(nasty);
    expect(rowsIn(fishScript(odd), "fish")).toContain(nasty);
    expect(rowsIn(powershellScript(odd), "powershell")).toContain(nasty);
  });

  it("quote in PowerShell all that it could take for more than text", () => {
    const script = powershellScript(tables);
    const plain = new RegExp(dotNet(/-notmatch '(.*?)'/.exec(script)?.[1]), "u");
    for (const value of [
      "BTC",
      "--sort=performance.apr:desc",
      "https://a.example/",
      "1+1",
      "É_1",
    ]) {
      expect(value).toMatch(plain);
    }
    const special = [..." \t\n\u00a0\u2003,;|&(){}[]@#$`'\"<>*?!~%^\\‘’‚‛“”„", "–", "—"];
    for (const char of special) expect(`a${char}b`).not.toMatch(plain);
    for (const value of HOSTILE.filter((it) => !/^[\w=-]+$/.test(it))) {
      expect(value).not.toMatch(plain);
    }
  });

  it("double in PowerShell every quote that would end a text in single quotes", () => {
    const script = powershellScript(tables);
    const [, single = ""] = /\$single = '((?:''|[^'])*)'/.exec(script) ?? [];
    const quotes = new RegExp(`[${single.replaceAll("''", "'")}]`, "gu");
    expect("'‘’‚‛\"“”„`".replaceAll(quotes, "<$&>")).toBe("<'><‘><’><‚><‛>\"“”„`");
    expect(script).toContain(`-replace "[$single]", '$0$0'`);
  });

  it("ask the same questions in all four shells", () => {
    const kinds = [...tables.nodes.flatMap((node) => [...node.args, ...node.options])].flatMap(
      (row) => /@[\w-]+/.exec(row) ?? [],
    );
    for (const shell of SHELLS) {
      const script = completionScript(shell, tree);
      for (const kind of new Set(kinds)) expect(script).toContain(kind);
      expect(script).toMatch(/__complete/);
    }
  });
});

describe("the model of the commands", () => {
  it("has every command and option that the program takes", async () => {
    const { stdout } = await carry(["schema", "commands"]);
    const program = JSON.parse(stdout) as Described;
    const { root, commonOptions } = modelOf(tree);
    const common = flagsOf(commonOptions);
    expect(common).toEqual(expect.arrayContaining(typedFlags(program)));
    const compare = (described: Described, model: typeof root) => {
      // commander gives every group a `help` of its own, without a summary.
      const ours = (described.commands ?? []).filter(({ summary }) => summary !== "");
      for (const command of ours) {
        const twin = model.commands.find((it) => it.name === command.name);
        if (twin === undefined) throw new Error(`completion does not know ${command.name}`);
        expect(twin.aliases).toEqual(command.aliases);
        expect(flagsOf(twin.options)).toEqual(expect.arrayContaining(typedFlags(command)));
        compare(command, twin);
      }
    };
    compare(program, root);
  });

  it("has options that exclude each other say so on both sides", () => {
    const { root, commonOptions } = modelOf(tree);
    const check = (command: typeof root) => {
      const options = [...command.options, ...commonOptions];
      for (const { name, excludes } of command.options) {
        for (const other of excludes) {
          const twin = options.find((it) => it.name === other);
          expect(twin?.excludes, `${other}, which ${name} excludes`).toContain(name);
        }
      }
      command.commands.forEach(check);
    };
    check(root);
  });
});

describe("carry completion", () => {
  it("says how to install it, for one user and for a package", async () => {
    const { stdout } = await carry(["completion", "--help"]);
    for (const [shell, user, system] of [
      ["bash", "~/.local/share/bash-completion/completions/carry", "bash-completion/completions"],
      ["zsh", "fpath=(", "site-functions/_carry"],
      ["fish", "~/.config/fish/completions/carry.fish", "vendor_completions.d/carry.fish"],
      ["powershell", "$PROFILE", "carry.ps1"],
    ] as const) {
      expect(stdout).toContain(`carry completion ${shell}`);
      expect(stdout).toContain(user);
      expect(stdout).toContain(system);
    }
    expect(stdout).toContain("completion-ids off");
  });

  it("names the shells when there is no script for one", async () => {
    const { code, stderr } = await carry(["completion", "tcsh"]);
    expect(code).toBe(2);
    expect(stderr).toContain("bash, zsh, fish, powershell");
  });
});

interface Described {
  readonly name: string;
  readonly summary?: string;
  readonly aliases?: readonly string[];
  readonly options: readonly { readonly flags: string }[];
  readonly commands?: readonly Described[];
}

function typedFlags({ options }: Described): string[] {
  return options.flatMap(({ flags }) => flags.match(/(?<=^|, )--?[\w-]+/g) ?? []);
}

function flagsOf(options: readonly { readonly flags: readonly string[] }[]): string[] {
  return options.flatMap((it) => it.flags);
}

/** A regular expression of .NET as one of JavaScript. */
function dotNet(pattern = "(?!)"): string {
  return pattern.replaceAll("\\w", "\\p{L}\\p{Mn}\\p{Nd}\\p{Pc}").replaceAll("+-]", "+\\-]");
}

function processes(script: string, start: RegExp): number {
  const code = script.split("\n").filter((line) => !/^\s*(#|'|--? )/.test(line));
  return code.join("\n").match(start)?.length ?? 0;
}

/** How each shell writes a quote within single quotes, and what it stands for. */
const QUOTING: Readonly<Record<Name, readonly [written: RegExp, meaning: string]>> = {
  bash: [/'\\''/g, "'"],
  zsh: [/'\\''/g, "'"],
  fish: [/\\([\\'])/g, "$1"],
  powershell: [/(['‘’‚‛])\1/g, "$1"],
};

/** The rows of the tables in a script: lines that are one quoted text with fields in it. */
function rowsIn(script: string, shell: Name): string[] {
  const [written, meaning] = QUOTING[shell];
  return script.split("\n").flatMap((line) => {
    const quoted = /^ +'(.*\|.*)'(?: \\)?$/.exec(line)?.[1];
    return quoted === undefined ? [] : [quoted.replaceAll(written, meaning)];
  });
}
