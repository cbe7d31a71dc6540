import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import { bashScript } from "../../src/completion/bash.js";
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
  describe("completion in bash with the bash-completion package", () => {
    it.skipIf(process.env.CI !== "true")("has the package", () => {
      throw new Error("bash-completion is missing; .ci/run installs it");
    });
  });
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
