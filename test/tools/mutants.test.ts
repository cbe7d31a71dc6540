import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  type MutantReport,
  scoreOf,
  survivorsOf,
  withoutSurvivors,
} from "../../tools/mutants/report.mjs";
import { SETS } from "../../tools/mutants/sets.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const named = Object.values(SETS).flatMap((set) => set.files);

describe("the sets of npm run mutants", () => {
  it("name files and tests that are there, each file once", () => {
    const tests = Object.values(SETS).flatMap(({ quick, thorough }) => [...quick, ...thorough]);
    expect([...named, ...tests].filter((it) => !existsSync(`${ROOT}/${it}`))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it("have every file of the figures and of the client's answers", () => {
    const rooms = ["figures", "client/listing", "client/validate", "client/resources"];
    const files = rooms.flatMap((room) =>
      readdirSync(`${ROOT}/src/${room}`, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .map((name) => `src/${room}/${name.replaceAll("\\", "/")}`),
    );
    expect(files.filter((it) => !named.includes(it))).toEqual([]);
  });
});

/** A report of the file "a.ts", `if (a < b) {}`, by what became of its two mutants. */
function report(below: string, always: string): MutantReport {
  const mutant = (status: string, replacement: string) => ({
    ...{ status, replacement },
    location: { start: { line: 1, column: 5 }, end: { line: 1, column: 10 } },
  });
  const mutants = [mutant(below, "a <= b"), mutant(always, "true")];
  return { files: { "a.ts": { source: "if (a < b) {}", mutants } } };
}

describe("a report of npm run mutants", () => {
  it("names what a change replaced that no test noticed, and where it was", () => {
    expect(survivorsOf(report("Survived", "Killed"))).toEqual(["a.ts:1:5\n  - a < b\n  + a <= b"]);
    expect(survivorsOf(report("Killed", "NoCoverage"))).toEqual([
      "a.ts:1:5 (no test runs it)\n  - a < b\n  + true",
    ]);
  });

  it("counts an endless loop as noticed, and leaves out what was not tried", () => {
    expect(scoreOf(report("Timeout", "Survived"))).toBe("50.0 %, 1 of 2 mutants noticed");
    expect(scoreOf(report("Killed", "Ignored"))).toBe("100.0 %, 1 of 1 mutants noticed");
    expect(scoreOf(report("Ignored", "Ignored"))).toBe("-, 0 of 0 mutants noticed");
  });

  it("is kept without what is to be tried again", () => {
    const kept = withoutSurvivors(report("Survived", "Killed"));
    expect(kept.files["a.ts"]?.mutants.map(({ status }) => status)).toEqual(["Killed"]);
    expect(scoreOf(withoutSurvivors(report("NoCoverage", "Timeout")))).toMatch(/, 1 of 1 /);
  });
});
