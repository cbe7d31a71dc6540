import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { carry } from "./support/carry.js";
import { isInstalled } from "./support/needs.js";
import { NOW } from "./support/now.js";
import { textOf, withFiles, withOutputs } from "./support/page.js";
import { preloading } from "./support/preload.js";
import { runShell } from "./support/process.js";
import { sandboxForFile } from "./support/sandbox.js";

/** Pages with the outputs of command lines, or the texts of files. */
const PAGES = ["README.md", "docs/scripting.md"];

/** Command lines that are not run here, with the reason. */
const PLAYED_ELSEWHERE: Readonly<Record<string, string>> = {
  "npm ci && npm run demo": ".ci/run, on a bare machine",
  "npm ci && npm test": ".ci/run, on a bare machine",
  "npm install -g carry-cli": "test/package.test.ts, from the tarball",
  "carry auth login": "test/commands/auth-terminal.test.ts",
  "carry positions list --performance --watch 30s -o ndjson --alert 'performance.net_pnl < `-100`' --exit-on-alert":
    "test/watch/pipe.test.ts",
};

const { env, sandbox } = sandboxForFile({ seed: 1, positions: 24 });

describe.runIf(isInstalled("jq", ["--version"], "the samples of pages were"))("a page", () => {
  let home = "";
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), "carry-readme-"));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  /** Returns the stdout of a command line on a terminal of 100 columns. */
  async function outputOf(line: string): Promise<string> {
    const surroundings = {
      ...env(),
      HOME: home,
      CARRY_CONFIG_DIR: join(home, "config"),
      NO_COLOR: "1",
    };
    const words = line.match(/'[^']*'|\S+/g) ?? [];
    if (words[0] === "carry" && !/[|>;]/.test(line)) {
      const argv = words.slice(1).map((word) => word.replaceAll("'", ""));
      const { stdout, stderr, code } = await carry(argv, { env: surroundings, terminal: 100 });
      expect([line, code, stderr.includes("error:")]).toEqual([line, 0, false]);
      return stdout;
    }
    const { stdout, stderr, code } = await runShell(
      `set -o pipefail; mail() { cat > /dev/null; }; cd; ${line}`,
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
      const page = withFiles(textOf(path));
      const text = await withOutputs(page, async (line) =>
        line in PLAYED_ELSEWHERE ? "" : outputOf(line),
      );
      const port = new URL(sandbox().url).port;
      // When this fails: npm run readme
      await expect(text.replaceAll(`:${port}`, ":8787")).toMatchFileSnapshot(`../${path}`);
    },
    60_000,
  );

  it("README.md has no other command lines than those that are played elsewhere", () => {
    const blocks = textOf("README.md").matchAll(/^```sh\n([\s\S]*?)^```/gm);
    const lines = [...blocks].flatMap(([, block = ""]) => block.trim().split("\n"));
    expect(lines.filter((line) => !(line in PLAYED_ELSEWHERE))).toEqual([]);
  });
});
