import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { answer } from "../../../src/cli/completion/answer.js";
import { lookupOn } from "../../../src/cli/completion/lookup.js";
import type { Word } from "../../../src/run/completion-model.js";
import { command, option } from "../odd-program.js";

const words = (...values: Word[]) =>
  ({ source: { from: "words", words: values }, list: false }) as const;

const program = {
  root: command("carry", {
    columns: ["apr"],
    options: [
      option("--one", {
        value: words(
          { value: "alpha", description: "the first letter" },
          { value: "beta", description: "the second letter of the alphabet" },
        ),
      }),
      option("--alike", {
        value: words({ value: "a-b", description: "one" }, { value: "A_B", description: "two" }),
      }),
      option("--blank", {
        value: words({ value: "a b", description: "one" }, { value: "c", description: "two" }),
      }),
      option("--file", { value: { source: { from: "file" }, list: false } }),
      option("--columns", { value: { source: { from: "columns" }, list: true } }),
    ],
  }),
  commonOptions: [],
};

const TAB = "9";
const LIST = "63";
const INSERT_ALL = "42";

/** Returns the answer to bash after words without quotes, of which it replaces the last one. */
function ask(line: string, type = TAB, columns = "80", directory = "/nowhere"): string {
  const pieces = line.split(" ");
  const last = pieces.at(-1) ?? "";
  const lookup = lookupOn({ env: {}, platform: "linux", now: 0, directory });
  const argv = ["1", "bash", String(pieces.length), ` ${line}`, last, type, columns, "--"];
  return answer([...argv, ...pieces], program, lookup);
}

describe("what bash is answered", () => {
  it("is words alone where it inserts one", () => {
    expect(ask("--one a")).toBe("carry 1\n\nalpha\n");
    expect(ask("--one ")).toBe("carry 1\n\nalpha\nbeta\n");
  });

  it("is words with descriptions below each other where it lists them", () => {
    expect(ask("--one ", LIST)).toBe(
      "carry 1\n\nalpha\t  (the first letter)\nbeta\t   (the second letter of the alphabet)\n",
    );
  });

  it("has descriptions as wide as the terminal, and none on a narrower one", () => {
    expect(ask("--one ", LIST, "20")).toBe(
      "carry 1\n\nalpha\t  (the first l\nbeta\t   (the second \n",
    );
    expect(ask("--one ", LIST, "5")).toBe("carry 1\n\nalpha\nbeta\n");
  });

  it.each(["--alike ", "--blank ", "--one a"])(
    "has no descriptions where bash could insert a part of them: %s",
    (line) => {
      expect(ask(line, LIST)).not.toContain("\t");
    },
  );

  it("names the quote that is open, but not where every word is inserted", () => {
    expect(ask("--one 'a")).toBe("carry 1 single\n\nalpha\n");
    expect(ask('--one "a')).toBe("carry 1 double\n\nalpha\n");
    expect(ask('--one "a', INSERT_ALL)).toBe("carry 1\n\nalpha\n");
  });

  it("leaves the end of the word open where more can follow one word", () => {
    expect(ask("--columns a")).toBe("carry 1 nospace\n\napr\n");
  });

  it("is the names of files, which bash is to look up itself where it can", () => {
    const directory = mkdtempSync(join(tmpdir(), "carry-files-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    for (const name of ["one", "other $(x)", "odd\nname", ".hidden"]) {
      writeFileSync(join(directory, name), "");
    }
    mkdirSync(join(directory, "of"));
    writeFileSync(join(directory, "of", "mine"), "");
    const names = (line: string) => ask(line, TAB, "80", directory);
    expect(names("--file o")).toBe("carry 1 default\n\nof/\none\nother $(x)\n");
    expect(names("--file of/")).toBe("carry 1 default\n\nof/mine\n");
    expect(names("--file of")).toBe("carry 1 default nospace\n\nof/\n");
    expect(names("--file .")).toBe("carry 1 default\n\n.hidden\n");
    expect(names("--file=o")).toBe("carry 1\n\n--file=of/\n--file=one\n--file=other $(x)\n");
    expect(names("> on")).toBe("carry 1 default\n\none\n");
    expect(names("x 2>> on")).toBe("carry 1 default\n\none\n");
    expect(names("--file nothing/at/all")).toBe("carry 1 default\n\n");
    expect(names("> f --one a")).toBe("carry 1\n\nalpha\n");
  });
});
