import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fishScript } from "../../src/completion/fish.js";
import { layOut } from "../../src/completion/tables.js";
import { fish } from "../support/shells-three.js";
import { describeShell, shipped } from "./check.js";
import { oddProgram } from "./odd-program.js";

describeShell({
  title: "fish",
  shell: "fish",
  kind: fish,
  alias: "alias c carry",
  script: shipped("carry.fish"),
  odd: fishScript(layOut(oddProgram)),
  install(home, script) {
    const directory = join(home, ".config/fish/completions");
    mkdirSync(directory, { recursive: true });
    // Where this is, fish does not set out to read the manual pages of the computer.
    mkdirSync(join(home, ".local/share/fish/generated_completions"), { recursive: true });
    writeFileSync(join(directory, "carry.fish"), script);
    return "";
  },
});
