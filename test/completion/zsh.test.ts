import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zshScript } from "../../src/completion/bash-zsh.js";
import { layOut } from "../../src/completion/tables.js";
import { zsh } from "../support/shells-three.js";
import { describeShell, shipped } from "./check.js";
import { oddProgram } from "./odd-program.js";

describeShell({
  title: "zsh",
  shell: "zsh",
  kind: zsh,
  alias: "alias c=carry",
  script: shipped("_carry"),
  odd: zshScript(layOut(oddProgram)),
  install(home, script) {
    mkdirSync(join(home, "functions"));
    writeFileSync(join(home, "functions", "_carry"), script);
    return "fpath=(~/functions $fpath); autoload -Uz compinit; compinit -u";
  },
});
