import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bashScript } from "../../src/completion/bash-zsh.js";
import { layOut } from "../../src/completion/tables.js";
import { bash } from "../support/shells-three.js";
import { describeShell, shipped } from "./check.js";
import { oddProgram } from "./odd-program.js";

const PACKAGE = "/usr/share/bash-completion/bash_completion";
const alias = "alias c=carry; complete -F _carry c";
const scripts = { script: shipped("carry.bash"), odd: bashScript(layOut(oddProgram)) };

describeShell({
  title: "bash without the bash-completion package",
  shell: "bash",
  kind: bash,
  alias,
  ...scripts,
  install(home, script) {
    writeFileSync(join(home, "carry.bash"), script);
    return "source ~/carry.bash";
  },
});

if (existsSync(PACKAGE)) {
  describeShell({
    title: "bash with the bash-completion package",
    shell: "bash",
    kind: bash,
    alias,
    ...scripts,
    install(home, script) {
      const directory = join(home, ".local/share/bash-completion/completions");
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, "carry"), script);
      return `source ${PACKAGE}`;
    },
  });
} else {
  if (process.env.CI === "true") throw new Error(`${PACKAGE} is missing; .ci/run installs it`);
  process.stderr.write("bash-completion is not installed: completion with it was not tested\n");
}

describeShell({
  title: "bash with settings of a person's own",
  shell: "bash",
  kind: bash,
  alias,
  ...scripts,
  install(home, script) {
    writeFileSync(join(home, "carry.bash"), script);
    return `
      COMP_WORDBREAKS=\${COMP_WORDBREAKS//[:=]}
      set -u
      shopt -s nullglob failglob extglob
      IFS=:
      source ~/carry.bash`;
  },
});
