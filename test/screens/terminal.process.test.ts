import { readFileSync } from "node:fs";
import { describe, type ExpectStatic, it } from "vitest";
import { sandboxForFile } from "../support/sandbox.js";
import { hasTmux, showOnTerminal } from "../support/tmux.js";
import { COLOURED, fileOf, STEADY } from "./kinds.js";
import { PAST, PRESENT, recordedForFile } from "./views.js";

const present = sandboxForFile({ seed: 1, positions: 24 });
const recorded = recordedForFile();

/** Compares what a real terminal shows of the built program with the first stored screen. */
async function checkTerminal(
  [name, line]: readonly [name: string, line: string],
  env: Readonly<Record<string, string>>,
  expect: ExpectStatic,
): Promise<void> {
  const { columns, rows, looks } = COLOURED;
  const screen = await showOnTerminal(line.split(" "), {
    ...{ columns, rows },
    env: { ...env, ...STEADY, ...looks },
  });
  expect(screen.isBroken).toBe(false);
  const file = readFileSync(new URL(fileOf(name), import.meta.url), "utf8");
  const [, stored = ""] = file.split(/=== .* ===\n/);
  expect(screen.text).toBe(`${stored.trimEnd()}\n`);
}

describe.runIf(hasTmux())("a real terminal shows the stored screen", () => {
  it.concurrent.for(Object.entries(PRESENT))("%s: carry %s", (view, { expect }) =>
    checkTerminal(view, present.env(), expect),
  );
  it.concurrent.for(Object.entries(PAST))("%s: carry %s", (view, { expect }) =>
    checkTerminal(view, recorded().env, expect),
  );
});
