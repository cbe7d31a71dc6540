// Figures of what shows the portfolio: a listing, status, metrics, the report, and the server for agents.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ASSETS, assets, carry, figure, here, node, withService } from "./figures.mjs";
import { compare, inTurns, summary } from "./measure.mjs";

const PORTFOLIO = "11111111-1111-4111-8111-111111111111";

/** Measures a second look at positions, whose settled funding is known by then. */
export async function warmStatus(rounds) {
  return withPortfolio(14, 28, (few) =>
    withPortfolio(500, 400, async (many) => {
      const status = (env) => ({ argv: [...carry, "status"], env });
      await compare({ few: status(few), many: status(many) }, 1);
      const list = "carry positions list, 14 positions";
      const again = "carry status, 14 positions, again";
      const measured = await compare(
        {
          [ASSETS]: assets(few.CARRY_BASE_URL),
          [list]: { argv: [...carry, "positions", "list"], env: few },
          [again]: status(few),
          many: status(many),
          metrics: { argv: [...carry, "metrics"], env: few },
          report: { argv: [...carry, "report", "--out", "-"], env: few },
        },
        rounds,
      );
      return [
        figure(list, measured, list, ASSETS, 1.25),
        figure(again, measured, again, ASSETS, 1.7),
        figure("carry status, 500 positions, again", measured, "many", again, 3),
        figure("carry metrics", measured, "metrics", ASSETS, 1.7),
        figure("carry report", measured, "report", ASSETS, 2.6),
      ];
    }),
  );
}

/** Serves open positions on some markets while `work` runs, which gets the variables that name them. */
function withPortfolio(positions, markets, work) {
  return withDirectories((directory) =>
    withService(positions, 0, (base) => work(settings(base, directory())), {
      events: 330,
      markets,
    }),
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
        return [figure(what, measured, "carry", "bare loop", 2.2)];
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

/** Measures the time until a client of `carry mcp` has its answers, against a whole `carry assets`. */
export async function agents(rounds) {
  return withPortfolio(14, 28, async (env) => {
    const runs = [];
    for (let round = 0; round < rounds; round++) {
      const peer = await compare({ [ASSETS]: assets(env.CARRY_BASE_URL) }, 1);
      const [initialize, list] = await answerTimes({ ...process.env, ...env });
      runs.push({ peer: peer.get(ASSETS).ms, initialize, list });
    }
    const summaryOf = (name) => summary(runs.map((run) => ({ ms: run[name] })));
    const measured = new Map([
      [ASSETS, summaryOf("peer")],
      ["initialize", summaryOf("initialize")],
      ["list", summaryOf("list")],
    ]);
    return [
      figure("carry mcp, until initialize is answered", measured, "initialize", ASSETS, 1.2),
      figure("carry mcp, until tools/list is answered", measured, "list", ASSETS),
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
