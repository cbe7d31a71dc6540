import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { Interrupted } from "../../src/base/terminal/io.js";
import { splitCommandLine } from "../../src/run/settings/kinds.js";
import { startAgent } from "../mcp/agent.js";
import { type Home, tempHome } from "../settings/home.js";
import { NOW } from "../support/now.js";
import { recordReads } from "../support/options-read.js";
import { DAY, recordedSandboxForFile } from "../support/recorded-sandbox.js";

const recorded = recordedSandboxForFile([NOW - 2 * DAY, NOW - DAY], { end: NOW });

/** Returns a home with an account that sets what has no default, in which files may be written. */
function settledHome(): Home {
  const { CARRY_BASE_URL, CARRY_API_KEY, CARRY_PORTFOLIO } = recorded().env;
  const home = tempHome();
  const account = {
    ...{ "base-url": CARRY_BASE_URL, "api-key": CARRY_API_KEY, portfolio: CARRY_PORTFOLIO },
    ignore: "losing",
  };
  mkdirSync(home.directory, { mode: 0o700 });
  const config = { version: 1, current: "default", profiles: { default: account } };
  writeFileSync(home.file, JSON.stringify(config), { mode: 0o600 });
  const before = process.cwd();
  process.chdir(home.path);
  onTestFinished(() => process.chdir(before));
  return home;
}

const environment = ({ path, env }: Home) => ({ ...env, CARRY_STATE_DIR: join(path, "state") });

/** Runs the last command of an example in a home, until it serves or waits. */
async function runExample(line: string, home: Home): Promise<void> {
  const here = line
    .replace(/ --port \d+/, " --port 0")
    .replaceAll(/ (s3:\/)?\/(?!v1\/)\S*/g, ` ${home.path}/file`) // nothing is written elsewhere
    .replace("https://api.example.com", recorded().env.CARRY_BASE_URL ?? "");
  const [, ...words] = splitCommandLine(here.split(" | ").at(-1) ?? "") ?? [];
  const ending = new AbortController();
  const isServing = (text: string) => /CARRY_BASE_URL=/.test(text);
  const stopAtServing = (text: string) => {
    if (isServing(text)) ending.abort(new Interrupted("SIGINT"));
  };
  await recorded().carry(words, {
    env: environment(home),
    stdin: words.includes("--with-key") ? (recorded().env.CARRY_API_KEY ?? "") : "",
    signal: ending.signal,
    onStderr: stopAtServing,
    write: async (text) => stopAtServing(String(text)),
  });
}

/** Calls a tool of the server, which runs another command with the server's settings. */
async function callTool(home: Home): Promise<void> {
  const env = { ...recorded().env, ...environment(home) };
  const agent = await startAgent([], { env, clock: { now: () => NOW } });
  await agent.call("status");
  await agent.end();
}

const commands = (await recordReads()).filter(
  ({ definition: { options = {} } }) => Object.keys(options).length > 0,
);

it.each(commands.map((it) => [it.name, it] as const))(
  "carry %s reads every option that it declares",
  async (name, { definition: { examples = [] }, unread }) => {
    const home = settledHome();
    if (name === "mcp") await callTool(home);
    for (const { line } of examples) {
      if (unread().length > 0) await runExample(line, home);
    }
    const problems = unread().map(
      (flag) =>
        `no run of carry ${name} reads its option ${flag} (a copy of all options reads none)`,
    );
    expect(problems).toEqual([]);
  },
);
