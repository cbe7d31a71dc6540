// Figures of what shows the portfolio: status, metrics, the report, and the server for agents.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { carry, FLOOR, figure, here, node, ONE_CALL, withService } from "./figures.mjs";
import { inTurns, timed } from "./measure.mjs";

const PORTFOLIO = "11111111-1111-4111-8111-111111111111";

/** Measures a second look at 14 positions, whose settled funding is known by then. */
export async function warmStatus(rounds) {
  return withDirectories(async (directory) =>
    withService(
      14,
      0,
      async (base) => {
        const env = settings(base, directory());
        const status = { argv: [...carry, "status"], env };
        const metrics = { argv: [...carry, "metrics"], env };
        const report = { argv: [...carry, "report", "--out", "-"], env };
        await inTurns([["first", status]], 1);
        const measured = await inTurns(
          [
            [FLOOR, node("-e", "0")],
            ["status", status],
            ["metrics", metrics],
            ["report", report],
          ],
          rounds,
        );
        return [
          figure("carry status, 14 positions, again", measured, "status", FLOOR, ONE_CALL),
          figure("carry metrics", measured, "metrics", "status", 1.1),
          figure("carry report", measured, "report", "status", 1.5),
        ];
      },
      { events: 87, markets: 28 },
    ),
  );
}

/** Measures a first look at 1,000 positions on 400 markets, against the same requests. */
export async function coldStatus(rounds) {
  const markets = 400;
  return withDirectories(async (directory) =>
    withService(
      1000,
      0,
      async (base, url) => {
        const measured = await inTurns(
          [
            ["carry", () => ({ argv: [...carry, "status"], env: settings(base, directory()) })],
            ["bare loop", node(here("peers/portfolio.mjs"), url, String(markets))],
          ],
          rounds,
        );
        const what = `carry status, 1,000 positions on ${markets} markets`;
        return [figure(what, measured, "carry", "bare loop", 1.3)];
      },
      { events: 87, markets },
    ),
  );
}

const INITIALIZE = {
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  },
};
const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };
const LIST = { jsonrpc: "2.0", id: 2, method: "tools/list" };

/** Measures the time until a client of `carry mcp` has its answers, against a whole `node -e 0`. */
export async function agents(rounds) {
  return withDirectories(async (directory) => {
    const env = { ...process.env, CARRY_CONFIG_DIR: directory() };
    const samples = { floor: [], initialize: [], list: [] };
    for (let round = 0; round < rounds; round++) {
      samples.floor.push((await inTurns([[FLOOR, node("-e", "0")]], 1)).get(FLOOR).ms);
      const answered = await answerTimes(env);
      samples.initialize.push(answered[0]);
      samples.list.push(answered[1]);
    }
    const measured = new Map([
      [FLOOR, timed(samples.floor)],
      ["initialize", timed(samples.initialize)],
      ["list", timed(samples.list)],
    ]);
    return [
      figure("carry mcp, until initialize is answered", measured, "initialize", FLOOR, 2.2),
      figure("carry mcp, until tools/list is answered", measured, "list", FLOOR, 2.4),
    ];
  });
}

/** Starts a server and returns the ms until each of two requests is answered. */
async function answerTimes(env) {
  const [command, ...argv] = [...carry, "mcp"];
  const started = process.hrtime.bigint();
  const child = spawn(command, argv, { stdio: ["pipe", "pipe", "inherit"], env });
  const found = [];
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  for await (const line of createInterface({ input: child.stdout })) {
    found.push(Number(process.hrtime.bigint() - started) / 1e6);
    if (JSON.parse(line).id === LIST.id) break;
    child.stdin.write(`${JSON.stringify(INITIALIZED)}\n${JSON.stringify(LIST)}\n`);
  }
  child.stdin.end();
  if (child.exitCode === null) await once(child, "close");
  return found;
}

function settings(base, directory) {
  return {
    ...{ CARRY_BASE_URL: base, CARRY_API_KEY: "bench", CARRY_PORTFOLIO: PORTFOLIO },
    ...{ CARRY_CONFIG_DIR: directory, CARRY_CACHE_DIR: directory },
  };
}

/** Does work with directories of its own, which are removed afterwards. */
async function withDirectories(work) {
  const made = [];
  try {
    return await work(() => {
      made.push(mkdtempSync(join(tmpdir(), "carry-bench-")));
      return made.at(-1);
    });
  } finally {
    for (const directory of made) rmSync(directory, { recursive: true, force: true });
  }
}
