import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { splitCommandLine } from "../../src/run/settings/kinds.js";
import { type Home, script, tempHome } from "../settings/home.js";
import { carry } from "../support/carry.js";
import { isApart, readsSnapshots, usesFiles, visibleCommands } from "../support/command-leaves.js";
import { runShell, startCarry } from "../support/process.js";
import { ENTER, openTerminal } from "../support/pty.js";
import { sandboxForFile } from "../support/sandbox.js";

const { sandbox } = sandboxForFile({ now: Date.now });

const lines = (await visibleCommands())
  .filter((leaf) => isApart(leaf) && !readsSnapshots(leaf) && !usesFiles(leaf))
  .filter(({ name }) => !name.startsWith("archive "))
  .flatMap(({ spec }) => (spec.examples ?? []).map(({ line }) => line));

/** What a line needs to run. */
const needs = (line: string): "shell" | "terminal" | "interrupt" | "nothing" => {
  if (/[|>]/.test(line)) return "shell";
  if (line.startsWith("carry auth login")) return "terminal";
  return line.startsWith("carry sandbox") ? "interrupt" : "nothing";
};

const linesThatNeed = (what: ReturnType<typeof needs>) =>
  lines.filter((line) => needs(line) === what);

/** A home with two accounts, a password manager, and the completion directory of zsh. */
function settledHome(): Home & { readonly path: string } {
  const { url, apiKey, portfolioId } = sandbox();
  const home = tempHome();
  const account = { "base-url": url, "api-key": apiKey, portfolio: portfolioId, timeout: "9s" };
  const profiles = { default: account, second: account };
  mkdirSync(home.directory, { mode: 0o700 });
  writeFileSync(home.file, JSON.stringify({ version: 1, current: "default", profiles }), {
    mode: 0o600,
  });
  mkdirSync(join(home.path, ".zfunc"));
  script(home, "pass", `[ "$1 $2" = "show carry" ] && echo ${apiKey}`);
  return home;
}

/** Returns the line for the service and portfolio of the test. */
function here(line: string): string {
  return line
    .replaceAll("https://api.example.com", sandbox().url)
    .replaceAll("7c9e6679-7425-40de-944b-e07fc1f90ae7", sandbox().portfolioId)
    .replace("--port 8799", "--port 0");
}

function wordsOf(line: string): readonly string[] {
  const [program, ...words] = splitCommandLine(here(line)) ?? [];
  expect(program).toBe("carry");
  return words;
}

describe("the examples of auth, profile, doctor and completion work as they stand", () => {
  it.each(linesThatNeed("nothing"))("%s", async (line) => {
    const home = settledHome();
    const { code, stdout, stderr } = await carry(wordsOf(line), {
      env: { ...home.env, SHELL: "/bin/bash" },
    });
    expect(stderr).not.toContain("error:");
    expect(code).toBe(0);
    expect(stdout + stderr).not.toBe("");
  });

  it.each(linesThatNeed("shell"))("%s", async (line) => {
    const home = settledHome();
    const env = { ...home.env, PATH: `${home.path}:${process.env.PATH}` };
    const { code, stderr } = await runShell(here(line), env);
    expect(stderr).not.toContain("error:");
    expect(code).toBe(0);
  });

  it.each(linesThatNeed("terminal"))("%s", async (line) => {
    const home = settledHome();
    const login = openTerminal(wordsOf(line), home.env);
    await login.shows("Base URL of the service");
    login.type(ENTER);
    await login.shows("API key for profile");
    login.type(sandbox().apiKey + ENTER);
    await login.shows("Portfolio");
    login.type(ENTER);
    await login.shows("Keep a history");
    login.type(ENTER);
    expect(await login.ended).toBe(0);
  });
});

describe("the examples of sandbox serve until they are interrupted", () => {
  it.each(linesThatNeed("interrupt"))("%s", async (line) => {
    const server = startCarry(wordsOf(line));
    onTestFinished(() => void server.kill("SIGKILL"));
    const [chunk] = server.stdout === null ? [] : await once(server.stdout, "data");
    if (line.includes("json")) expect(JSON.parse(String(chunk)).url).toMatch(/^http:\/\/127/);
    else expect(String(chunk)).toContain("export CARRY_BASE_URL=http://127.0.0.1:");
    server.kill("SIGINT");
    expect(await once(server, "close")).toEqual([0, null]);
  });
});
