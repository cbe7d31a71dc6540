import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Shell, startShell } from "../support/shells.js";
import { describeShell } from "./check.js";
import { type Computer, furnish } from "./computer.js";
import { bashAlone, bashSetups, type Setup } from "./setups.js";

bashSetups().forEach(describeShell);

function startIn({ home, env }: Computer, { kind, install, script }: Setup): Promise<Shell> {
  return startShell(kind, home, install(home, script), env);
}

it.each([
  ['"$HOME,X', '"$HOME,XAU" |'],
  ["$HOME,X", "$HOME,XAU |"],
  ['"a\\$b,X', '"a\\$b,XAU" |'],
  ["'a b',X", "'a b',XAU |"],
])(
  "bash leaves the values before the last one of a list as they were typed: %s",
  async (typed, becomes) => {
    const computer = furnish();
    onTestFinished(() => computer.remove());
    const bash = await startIn(computer, bashAlone);
    onTestFinished(() => bash.close());
    const start = "carry positions list --asset ";
    expect((await bash.complete(start + typed)).line).toBe(start + becomes);
  },
);

describe.each(bashSetups().map((setup) => ({ setup, title: setup.title })))(
  "env and sudo in $title",
  ({ setup }) => {
    let computer: Computer;
    let bash: Shell;
    beforeAll(async () => {
      computer = furnish();
      writeFileSync(join(computer.home, "some-file.txt"), "");
      bash = await startIn(computer, setup);
      await bash.complete("carry pos");
    });
    afterAll(() => {
      bash?.close();
      computer?.remove();
    });

    it.each([
      ["the names of files", "env A=1 cat some", "env A=1 cat some-file.txt |"],
      ["nothing of carry where it is the argument of another", "env grep carry po", undefined],
      ["nothing of carry behind a program that is not called so", "env xcarry po", undefined],
      ["the way to carry as a file", "env A=1 bin/carr", "env A=1 bin/carry |"],
      ["carry by its path", "env A=1 ./bin/carry pos", "env A=1 ./bin/carry positions |"],
      ["carry behind options", "env -i -u X carry pos", "env -i -u X carry positions |"],
    ])("complete %s: %s", async (_, line, becomes) => {
      const done = await bash.complete(line);
      expect(done.line).toBe(becomes ?? `${line}|`);
      expect(done.offered).toEqual([]);
    });

    it.runIf(setup.title.includes("with the bash-completion"))(
      "complete the options of env as before",
      async () => {
        const { line } = await bash.complete("env --ignore-e");
        expect(line).toBe("env --ignore-environment |");
      },
    );
  },
);

it.each(bashSetups())("a TAB press leaves the last exit code alone in $title", async (setup) => {
  const computer = furnish();
  onTestFinished(() => computer.remove());
  const bash = await startIn(computer, setup);
  onTestFinished(() => bash.close());
  await bash.run("(exit 7)");
  await bash.complete("carry pos");
  expect(await bash.run('echo "code $?"')).toContain("code 7");
});
