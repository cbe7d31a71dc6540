import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { carry } from "./support/carry.js";
import { isInstalled } from "./support/needs.js";
import { NOW } from "./support/now.js";
import { preloading } from "./support/preload.js";
import { runShell } from "./support/process.js";
import { sandboxForFile } from "./support/sandbox.js";

const README = fileURLToPath(new URL("../README.md", import.meta.url));

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

describe.runIf(isInstalled("jq", ["--version"], "the README was"))("the README", () => {
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
    if (words[0] === "carry" && !/[|>]/.test(line)) {
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

  it("shows what its command lines print", { timeout: 60_000 }, async () => {
    const text = readFileSync(README, "utf8");
    const parts = text.split(/(^```console\n[\s\S]*?^```\n)/m);
    for (const [index, part] of parts.entries()) {
      if (!part.startsWith("```console")) continue;
      const lines = [...part.matchAll(/^\$ (.*)$/gm)].map(([, line = ""]) => line);
      const shown: string[] = [];
      for (const line of lines) {
        const output = line in PLAYED_ELSEWHERE ? "" : (await outputOf(line)).trimEnd();
        shown.push(`$ ${line}\n${output === "" ? "" : `${output}\n`}`);
      }
      parts[index] = `\`\`\`console\n${shown.join("\n")}\`\`\`\n`.replaceAll(/[ \r]+$/gm, "");
    }
    const port = new URL(sandbox().url).port;
    // When this fails: npm run readme
    await expect(parts.join("").replaceAll(`:${port}`, ":8787")).toMatchFileSnapshot(README);
  });

  it("has no other command lines than those that are played elsewhere", () => {
    const blocks = readFileSync(README, "utf8").matchAll(/^```sh\n([\s\S]*?)^```/gm);
    const lines = [...blocks].flatMap(([, block = ""]) => block.trim().split("\n"));
    expect(lines.filter((line) => !(line in PLAYED_ELSEWHERE))).toEqual([]);
  });
});
