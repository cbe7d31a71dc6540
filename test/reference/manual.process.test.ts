import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { manPage } from "../../tools/reference/man.js";
import { manual } from "../../tools/reference/manual.js";
import { visibleCommands } from "../support/command-leaves.js";

const written = await manual();

/** Reports whether a program can be run; throws in CI if it is missing. */
function isThere(program: string): boolean {
  if (spawnSync(program, ["--version"]).status === 0) return true;
  if (process.env.CI === "true") throw new Error(`${program} is missing; .ci/run installs it`);
  process.stderr.write(`${program} is not installed: the manual was not tested with it\n`);
  return false;
}

it("the manual has a page of carry and one of each command that help shows", async () => {
  const names = (await visibleCommands()).map(({ name }) => `carry-${name.replaceAll(" ", "-")}.1`);
  expect(names.length).toBeGreaterThan(40);
  expect([...written.keys()]).toEqual(expect.arrayContaining(["carry.1", ...names]));
});

function groff(page: string): { shown: string; warnings: string } {
  const args = ["-man", "-ww", "-Tutf8", "-K", "utf8", "-P-cbou"];
  const { stdout, stderr } = spawnSync("groff", args, { input: page, encoding: "utf8" });
  return { shown: stdout, warnings: stderr };
}

describe.skipIf(!isThere("groff"))("a page of the manual, set by groff", () => {
  it("shows what roff would take for its own", () => {
    const page = manPage({
      words: ["carry", "odd"],
      summary: "what is odd",
      sections: [
        {
          title: "Odd",
          blocks: [
            { kind: "text", text: ".hidden is a file, and it's `C:\\temp` with --odd-option" },
            { kind: "code", text: ".carry\n'quoted' \\n -x --y" },
            { kind: "terms", terms: [{ term: "--a-b <c>", text: "'d'" }] },
          ],
        },
      ],
      related: [],
    });
    const { shown, warnings } = groff(page);
    expect(warnings).toBe("");
    expect(shown).toContain(".hidden is a file, and it's C:\\temp with --odd-option");
    expect(shown).toContain(".carry\n         'quoted' \\n -x --y\n");
    expect(shown).toContain("--a-b <c>\n              'd'\n");
  });
});

describe.skipIf(!isThere("man"))("the manual, read with man", () => {
  let directory = "";
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "carry-manual-"));
    for (const [name, text] of written) writeFileSync(join(directory, name), text);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it.each([...written.keys()])("%s has no warnings", (page) => {
    const { status, stdout, stderr } = spawnSync(
      "man",
      ["--warnings", "--encoding=utf8", "-l", join(directory, page)],
      { encoding: "utf8", env: { PATH: process.env.PATH, MANWIDTH: "80", LC_ALL: "C.UTF-8" } },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("SYNOPSIS\n");
  });
});
