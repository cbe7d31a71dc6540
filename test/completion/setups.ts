import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Kind } from "../support/shells.js";
import { bash, fish, zsh } from "../support/shells-three.js";
import type { ShellName } from "./cases.js";

/** A setup of completion in a shell. */
export interface Setup {
  readonly title: string;
  readonly shell: ShellName;
  readonly kind: Kind;
  /** The script of the package. */
  readonly script: string;
  /** Writes files into a home; returns start-up lines. */
  readonly install: (home: string, script: string) => string;
  /** A line that makes `c` an alias of `carry`, typed after the first completion. */
  readonly alias: string;
}

const PACKAGE = "/usr/share/bash-completion/bash_completion";

const inBash = {
  shell: "bash",
  kind: bash,
  script: shipped("carry.bash"),
  alias: "alias c=carry; complete -F _carry c",
} as const;

export const bashAlone: Setup = {
  ...inBash,
  title: "bash without the bash-completion package",
  install(home, script) {
    writeFileSync(join(home, "carry.bash"), script);
    return "source ~/carry.bash";
  },
};

const bashWithPackage: Setup = {
  ...inBash,
  title: "bash with the bash-completion package",
  install(home, script) {
    const directory = join(home, ".local/share/bash-completion/completions");
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "carry"), script);
    return `source ${PACKAGE}`;
  },
};

const bashWithSettings: Setup = {
  ...inBash,
  title: "bash with settings of a person's own",
  install(home, script) {
    writeFileSync(join(home, "carry.bash"), script);
    return `
      COMP_WORDBREAKS=\${COMP_WORDBREAKS//[:=]}
      set -u
      shopt -s nullglob failglob extglob
      IFS=:
      source ~/carry.bash`;
  },
};

/** The setups available on this machine. */
export function bashSetups(): readonly Setup[] {
  if (existsSync(PACKAGE)) return [bashAlone, bashWithPackage, bashWithSettings];
  if (process.env.CI === "true") throw new Error(`${PACKAGE} is missing; .ci/run installs it`);
  process.stderr.write("bash-completion is not installed: completion with it was not tested\n");
  return [bashAlone, bashWithSettings];
}

export const zshSetup: Setup = {
  title: "zsh",
  shell: "zsh",
  kind: zsh,
  script: shipped("_carry"),
  alias: "alias c=carry",
  install(home, script) {
    mkdirSync(join(home, "functions"));
    writeFileSync(join(home, "functions", "_carry"), script);
    return "fpath=(~/functions $fpath); autoload -Uz compinit; compinit -u";
  },
};

export const fishSetup: Setup = {
  title: "fish",
  shell: "fish",
  kind: fish,
  script: shipped("carry.fish"),
  alias: "alias c carry",
  install(home, script) {
    const directory = join(home, ".config/fish/completions");
    mkdirSync(directory, { recursive: true });
    // Keeps fish from parsing the manual pages of the computer.
    mkdirSync(join(home, ".local/share/fish/generated_completions"), { recursive: true });
    writeFileSync(join(directory, "carry.fish"), script);
    return "";
  },
};

function shipped(file: string): string {
  return readFileSync(fileURLToPath(new URL(`../../completions/${file}`, import.meta.url)), "utf8");
}
