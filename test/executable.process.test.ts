import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
const executable = join(root, "dist-exe", "carry");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  version: string;
};

let home = "";

/** Runs the executable without Node or a shell in its PATH. */
async function run(...argv: string[]): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(executable, argv, { cwd: home, env: { HOME: home, PATH: "" } });
}

describe.runIf(process.platform === "linux")("the single executable", () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "carry-executable-"));
    execFileSync("npm", ["run", "--silent", "build:exe"], { cwd: root, stdio: "pipe" });
    await run("profile", "set", "retries", "1", "--profile", "main");
  }, 120_000);
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it("is one file, with the licences of its parts", () => {
    expect(readdirSync(join(root, "dist-exe")).sort()).toEqual([
      "THIRD-PARTY-LICENSES.txt",
      "carry",
    ]);
  });

  it("prints its version, and nothing else", async () => {
    expect(await run("--version")).toEqual({ stdout: `${version}\n`, stderr: "" });
  });

  it("ignores NODE_OPTIONS, which would load code into it or make it fail", async () => {
    const preload = join(home, "preload.cjs");
    writeFileSync(preload, "console.log('loaded');");
    for (const options of [`--require "${preload}"`, "--no-such-option", '"']) {
      const env = { HOME: home, PATH: "", NODE_OPTIONS: options };
      const { stdout, stderr } = await promisify(execFile)(executable, ["--version"], { env });
      expect([options, stdout, stderr]).toEqual([options, `${version}\n`, ""]);
    }
  });

  it("lists the positions of its own sandbox", async () => {
    const { stdout, stderr } = await run("--profile", "sandbox", "positions", "list", "-o", "json");
    expect(JSON.parse(stdout)).toHaveLength(24);
    expect(JSON.parse(stderr)).toMatchObject({ note: { code: "SANDBOX" } });
  });

  it("queries, draws tables and reads its configuration", async () => {
    const asset = await run(
      ...["--profile", "sandbox", "-q", "assets", "-o", "json", "--query", "[0].asset_class"],
    );
    expect(asset).toEqual({ stdout: '"crypto"\n', stderr: "" });
    expect((await run("profile", "list")).stdout).toContain("main");
  });

  it("completes words", async () => {
    const { stdout, stderr } = await run("completion", "bash");
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^complete .* carry$/m), ""]);
    expect(await run("__complete", "1", "fish", "1", "--", "--profile", "m")).toEqual({
      stdout: expect.stringMatching(/^carry 1 values anycase\n\nmain\t/),
      stderr: "",
    });
    const { stdout: commands } = await run("__complete", "1", "fish", "0", "--", "posi");
    expect(commands).toContain("\npositions\t");
  });

  it("ends with the exit code of a failure", async () => {
    await expect(run("nosuch")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("unknown command 'nosuch'"),
    });
  });
});
