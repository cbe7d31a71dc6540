import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempDirectory } from "../../archive/temp-archive.js";
import { carry } from "../../support/carry.js";
import { visibleCommands } from "../../support/command-leaves.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { sandbox, env } = sandboxForFile();

const lines = (await visibleCommands())
  .filter(({ name }) => name.startsWith("archive "))
  .flatMap(({ spec }) => (spec.examples ?? []).map(({ line }) => line))
  .filter((line) => !line.includes("s3://")); // a bucket is not there

/** Places of the examples that hold an archive already. */
const PLACES = ["./funding", "./shared"];

describe("the examples of archive", () => {
  it.each(lines)("%s works as it stands", async (line) => {
    const home = tempDirectory();
    const surroundings = { env: { ...env(), HOME: home, CARRY_DATA_DIR: join(home, "data") } };
    const here = (text: string) =>
      text
        .replaceAll(/ \.\/(\w+)/g, ` ${home}/$1`)
        .replace("/mnt/backup/carry", join(home, "backup"))
        .replace("7c9e6679-7425-40de-944b-e07fc1f90ae7", sandbox().portfolioId);
    await carry(["archive", "sync", "1", "2"], surroundings);
    for (const place of PLACES) await carry(here(`archive copy ${place}`).split(" "), surroundings);
    const [, ...words] = here(line).split(" ");
    const { code, stdout, stderr } = await carry(words, surroundings);
    expect({ code, stderr: stderr.includes("error:") }).toEqual({ code: 0, stderr: false });
    expect(stdout === "").toBe(line.includes("--quiet")); // nothing is corrected or lost
  });
});
