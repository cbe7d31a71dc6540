import { join } from "node:path";
import { expect, it } from "vitest";
import { Interrupted } from "../../src/terminal/io.js";
import { tempHome } from "../settings/home.js";
import { carry } from "../support/carry.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile();

/** The lines of the help page with --watch, as a shell would split them. */
async function watchLines(): Promise<string[][]> {
  const { stdout } = await carry(["positions", "list", "--help"]);
  return [...stdout.matchAll(/^ +carry (.*--watch.*)$/gm)].map(([, words = ""]) =>
    [...words.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? ""),
  );
}

it("the help page of positions list has lines with --watch, which work as they are", async () => {
  const lines = await watchLines();
  expect(lines.length).toBeGreaterThanOrEqual(2);
  const { path } = tempHome();
  for (const words of lines) {
    const argv = words.map((word) => (word.endsWith(".state") ? join(path, word) : word));
    const controller = new AbortController();
    let rounds = 0;
    const sleep = async (_ms: number, signal?: AbortSignal) => {
      if (++rounds === 3) controller.abort(new Interrupted("SIGINT"));
      signal?.throwIfAborted();
    };
    const { code, stderr } = await carry(argv, {
      env: env(),
      clock: { sleep },
      signal: controller.signal,
    });
    expect([stderr, code]).toEqual(
      argv.includes("--exit-on-alert")
        ? ["", 10]
        : [expect.stringContaining("interrupted by SIGINT"), 130],
    );
  }
});
