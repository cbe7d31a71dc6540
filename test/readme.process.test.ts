import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { carry } from "./support/carry.js";
import { isInstalled } from "./support/needs.js";
import { NOW } from "./support/now.js";
import { picturesIn, textOf, withFiles, withOutputs, wordsOf } from "./support/page.js";
import { preloading } from "./support/preload.js";
import { runShell } from "./support/process.js";
import { sandboxForFile } from "./support/sandbox.js";
import { binWithCarry } from "./support/scripts.js";

/** Pages with the outputs of command lines, or the texts of files. */
const PAGES = [
  ...["README.md", "docs/configuration.md", "docs/decide.md"],
  ...["docs/alerts.md", "docs/examples.md", "docs/scripting.md"],
];

/** Command lines that are not run here, with the reason. */
const PLAYED_ELSEWHERE: Readonly<Record<string, string>> = {
  "npm ci && npm run demo": ".ci/run, on a bare machine",
  "npm ci && npm test": ".ci/run, on a bare machine",
  "npm install -g carry-cli": "test/package.process.test.ts, from the tarball",
  "carry auth login": "test/commands/auth-terminal.process.test.ts",
  "carry positions list --performance --watch 30s -o ndjson --alert 'net_pnl < -100' --exit-on-alert":
    "test/watch/pipe.process.test.ts",
};

type Env = Readonly<Record<string, string>>;

const { env } = sandboxForFile({ seed: 1, positions: 24 });

describe.runIf(isInstalled("jq", ["--version"], "the samples of pages were"))("a page", () => {
  /** Returns the variables of a page that differ from those of the others. */
  function variablesOf(path: string): Env {
    if (path === "docs/configuration.md") return {}; // it shows what is stored
    if (path !== "docs/decide.md") return env();
    return {
      CARRY_PROFILE: "sandbox",
      CARRY_SANDBOX_SCENARIO: "turned,margin-thin,margin-past,unhedged",
    };
  }

  /** Returns the stdout of a command line on a terminal of 100 columns. */
  async function outputOf(line: string, home: string, variables: Env): Promise<string> {
    const surroundings = {
      ...variables,
      PATH: `${join(home, ".bin")}:${process.env.PATH}`,
      HOME: home,
      CARRY_CONFIG_DIR: join(home, "config"),
      NO_COLOR: "1",
    };
    const [program, ...argv] = wordsOf(line);
    if (program === "carry" && !/[|>;]/.test(line)) {
      const { stdout, stderr, code } = await carry(argv, { env: surroundings, terminal: 100 });
      expect([line, code, stderr.includes("error:")]).toEqual([line, 0, false]);
      return stdout;
    }
    const { stdout, stderr, code } = await runShell(
      `set -o pipefail; pass() { echo sample-key-9f3a; }; cd; ${line}`,
      {
        ...surroundings,
        NODE_OPTIONS: preloading("frozen-clock.cjs"),
        TEST_NOW: String(NOW),
      },
    );
    expect([line, code, stderr.includes("error:")]).toEqual([line, 0, false]);
    return stdout;
  }

  it.each(PAGES)(
    "%s shows what its command lines print, and what its files contain",
    async (path) => {
      const home = mkdtempSync(join(tmpdir(), "carry-readme-"));
      onTestFinished(() => rmSync(home, { recursive: true, force: true }));
      binWithCarry(home);
      const variables = variablesOf(path);
      const text = await withOutputs(withFiles(textOf(path)), async (line) =>
        line in PLAYED_ELSEWHERE ? "" : outputOf(line, home, variables),
      );
      // When this fails: npm run readme
      await expect(text).toMatchFileSnapshot(`../${path}`);
    },
    60_000,
  );

  it("README.md is for newcomers: short, and with the sandbox until the login", () => {
    const page = textOf("README.md");
    expect(page.split("\n").length).toBeLessThan(225); // about 200
    const [before = ""] = page.split("$ carry auth login");
    const lines = before.match(/^(\$ )?carry .*$/gm) ?? [];
    expect(lines.length).toBeGreaterThan(3);
    expect(
      lines.filter((line) => !/^(\$ )?carry (--profile sandbox |.*<TAB>$)/.test(line)),
    ).toEqual([]);
  });

  it("README.md has no command lines but those of its pictures and those played elsewhere", () => {
    const page = textOf("README.md");
    const drawn = picturesIn(page).map(({ line }) => line);
    const blocks = page.matchAll(/^```sh\n([\s\S]*?)^```/gm);
    const lines = [...blocks].flatMap(([, block = ""]) => block.trim().split("\n"));
    expect(lines.filter((line) => !(line in PLAYED_ELSEWHERE || drawn.includes(line)))).toEqual([]);
  });
});
