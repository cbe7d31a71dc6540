import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempDirectory } from "../../archive/temp-archive.js";
import { carry } from "../../support/carry.js";
import { visibleCommands } from "../../support/command-leaves.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { env } = sandboxForFile();

const lines = (await visibleCommands())
  .filter(({ name }) => name.startsWith("archive "))
  .flatMap(({ spec }) => (spec.examples ?? []).map(({ line }) => line));

describe("the examples of archive", () => {
  it.each(lines)("%s works as it stands", async (line) => {
    const home = tempDirectory();
    const surroundings = { env: { ...env(), HOME: home, CARRY_DATA_DIR: join(home, "data") } };
    await carry(["archive", "sync", "1", "2"], surroundings);
    const [, ...words] = line.split(" ");
    const { code, stdout, stderr } = await carry(words, surroundings);
    expect({ code, stderr: stderr.includes("error:") }).toEqual({ code: 0, stderr: false });
    expect(stdout === "").toBe(line.includes("--quiet")); // nothing is corrected or lost
  });
});
