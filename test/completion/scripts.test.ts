import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { PROTOCOL } from "../../src/cli/completion/shells/shell.js";
import { SCRIPTS } from "../../src/commands/completion/completion.js";
import { loadAllCommands } from "../../src/commands/load.js";
import { modelOf } from "../../src/run/program-model.js";
import { carry } from "../support/carry.js";
import { HOSTILE } from "./hostile.js";

const FILES = {
  bash: "carry.bash",
  zsh: "_carry",
  fish: "carry.fish",
  powershell: "carry.ps1",
} as const;
type Name = keyof typeof FILES;
const SHELLS = Object.keys(FILES) as Name[];

const tree = await loadAllCommands();

describe("the completion scripts", () => {
  it.each(SHELLS)("are what `carry completion` prints, for %s", async (shell) => {
    const { code, stdout, stderr } = await carry(["completion", shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const file = fileURLToPath(new URL(`../../completions/${FILES[shell]}`, import.meta.url));
    expect(stdout).toBe(readFileSync(file, "utf8"));
  });

  it.each(SHELLS)("ask in one place, in the version of the protocol, for %s", (shell) => {
    const asked = SCRIPTS[shell].match(/__complete \w+ \w+/g);
    expect(asked).toEqual([`__complete ${PROTOCOL} ${shell}`]);
  });

  it.each(SHELLS)(
    "name no option of the program, so that they outlive its changes, for %s",
    (shell) => {
      const { root, commonOptions } = modelOf(tree);
      const options = [...commonOptions, ...root.commands.flatMap((it) => it.options)];
      expect(options.length).toBeGreaterThan(25);
      for (const { name } of options) expect(SCRIPTS[shell]).not.toContain(name);
    },
  );

  it("quote in PowerShell all that it could take for more than text", () => {
    const [, pattern] = /-notmatch '(.*?)'/.exec(SCRIPTS.powershell) ?? [];
    const plain = new RegExp(dotNet(pattern), "u");
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

  it("double every quote in PowerShell that would end a text in single quotes", () => {
    const [, single = ""] = /\$single = '((?:''|[^'])*)'/.exec(SCRIPTS.powershell) ?? [];
    const quotes = new RegExp(`[${single.replaceAll("''", "'")}]`, "gu");
    expect("'‘’‚‛\"“”„`".replaceAll(quotes, "<$&>")).toBe("<'><‘><’><‚><‛>\"“”„`");
    expect(SCRIPTS.powershell).toContain(`-replace "[$single]", '$0$0'`);
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
      // commander adds a `help` command without a summary to every group.
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

/** Converts a regular expression of .NET to JavaScript. */
function dotNet(pattern = "(?!)"): string {
  return pattern.replaceAll("\\w", "\\p{L}\\p{Mn}\\p{Nd}\\p{Pc}").replaceAll("+-]", "+\\-]");
}
