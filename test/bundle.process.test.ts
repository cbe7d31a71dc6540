import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCarry, runShell, startCarry } from "./support/process.js";

const { version } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
) as { version: string };

/** Starts `carry sandbox`, and parses its address and keys from its instructions. */
async function startSandboxProcess(...argv: string[]) {
  const child = startCarry(["sandbox", ...argv]);
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    if (text.includes("lacks the scope")) break;
  }
  const env: Record<string, string> = {};
  for (const match of text.matchAll(/export (\w+)=(\S+)/g)) env[match[1] ?? ""] = match[2] ?? "";
  return { child, env };
}

describe("the built program", () => {
  it("prints its version", async () => {
    expect(await runCarry(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("prints the sandbox's positions without any configuration", async () => {
    const { code, stdout } = await runCarry([
      ...["--profile", "sandbox", "positions", "list", "--performance"],
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}position +long\/short .* net .* why$/m);
  });

  it("gives json that a pipe can read", async () => {
    const { stdout } = await runShell(
      `carry --profile sandbox -q positions list -o json | node -e 'let s="";process.stdin.on("data",d=>s+=d).on("end",()=>console.log(JSON.parse(s).length))'`,
    );
    expect(stdout).toBe("24\n");
  });

  it("ends in silence when the reader of a pipe goes away", async () => {
    const { stdout, stderr } = await runShell(
      'carry --profile sandbox -q positions list -o ndjson | head -1; echo "${PIPESTATUS[0]}"',
    );
    expect(stdout).toMatch(/^\{"position_id".*\}\n0\n$/);
    expect(stderr).toBe("");
  });

  it("exits 1 when its output cannot be written", async () => {
    const { code, stderr } = await runShell(
      "carry --profile sandbox -q positions list -o json > /dev/full",
    );
    expect([code, stderr]).toEqual([1, expect.stringMatching(/could not write to stdout.*ENOSPC/)]);
  });

  it("shows no stack trace unless asked to", async () => {
    const quiet = await runCarry(["positions", "list"]);
    expect([quiet.code, quiet.stderr]).toEqual([3, expect.not.stringMatching(/^ +at /m)]);
    const loud = await runCarry(["positions", "list"], { CARRY_DEBUG: "1" });
    expect(loud.stderr).toMatch(/^ +at /m);
  });

  it("ends when its own files have gone while it runs, as in an upgrade", async () => {
    const copy = mkdtempSync(join(tmpdir(), "carry-torn-"));
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    const root = fileURLToPath(new URL("..", import.meta.url));
    for (const part of ["bin", "dist", "package.json"]) {
      cpSync(join(root, part), join(copy, part), { recursive: true });
    }
    const program = join(copy, "dist", "program");
    const start = readFileSync(join(program, "cli.cjs"), "utf8").match(
      /^.*?require\('.\/(.*?)'\)/,
    )?.[1];
    for (const file of readdirSync(program)) {
      if (!["cli.cjs", start].includes(file)) rmSync(join(program, file), { recursive: true });
    }
    const { code, stdout } = await runShell(
      `"${process.execPath}" "${join(copy, "bin/carry.js")}" assets`,
    );
    expect([code, stdout]).toEqual([1, ""]);
  });
});

describe("carry sandbox", () => {
  it("serves until it is interrupted, and then ends at once", async () => {
    const { child, env } = await startSandboxProcess();
    const { code, stdout } = await runCarry(["positions", "list", "--json"], env);
    expect([code, JSON.parse(stdout).length]).toEqual([0, 24]);
    child.kill("SIGINT");
    const [exit] = await once(child, "close");
    expect(exit).toBe(0);
  });

  it("serves a large portfolio that is listed with flat memory", async () => {
    const { env } = await startSandboxProcess("--positions", "50000");
    const measure = `process.on("exit", () => process.stderr.write(String(process.resourceUsage().maxRSS)))`;
    const rssOf = async (...argv: string[]) => {
      const { stdout, stderr, code } = await runCarry(
        ["positions", "list", "-o", "ndjson", ...argv],
        { ...env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(measure)}` },
      );
      expect(code).toBe(0);
      return { lines: stdout.split("\n").length - 1, rss: Number(/(\d+)$/.exec(stderr)?.[1]) };
    };
    const few = await rssOf("--limit", "2000");
    const many = await rssOf();
    const kept = await rssOf("--sort", "asset"); // keeps all rows
    expect(few.lines).toBe(2000);
    expect([many.lines, kept.lines]).toEqual([50_000, 50_000]);
    expect(many.rss - few.rss).toBeLessThan((kept.rss - few.rss) / 2);
  });

  it("refuses a port that is in use", async () => {
    const { env } = await startSandboxProcess();
    const port = new URL(env.CARRY_BASE_URL ?? "").port;
    const { code, stderr } = await runCarry(["sandbox", "--port", port]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`--port: ${port} is in use`)]);
  });
});
