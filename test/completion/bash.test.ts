import { expect, it, onTestFinished } from "vitest";
import { startShell } from "../support/shells.js";
import { describeShell } from "./check.js";
import { furnish } from "./computer.js";
import { bashAlone, bashSetups } from "./setups.js";

bashSetups().forEach(describeShell);

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
    const { kind, install, script } = bashAlone;
    const bash = await startShell(
      kind,
      computer.home,
      install(computer.home, script),
      computer.env,
    );
    onTestFinished(() => bash.close());
    const start = "carry positions list --asset ";
    expect((await bash.complete(start + typed)).line).toBe(start + becomes);
  },
);
