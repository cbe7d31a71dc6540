import { once } from "node:events";
import { UsageError } from "../../base/usage-error.js";
import { answer, each, own, plain } from "../../output/record.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import type { OptionsData, OptionsOf } from "../../run/option.js";
import { oneOf, wholeNumber } from "../../run/settings/kinds.js";
import { MOMENT, sandboxClock, sandboxTimeIn } from "../../run/settings/sandbox-time.js";
import { SANDBOX_PORTFOLIOS, SCENARIO_NAMES, SCENARIOS } from "../../sandbox/scenarios.js";
import type { Sandbox } from "../../sandbox/server.js";

const MAX_POSITIONS = 1_000_000;

const NAMES = SANDBOX_PORTFOLIOS.map(({ name }) => name).join(", ");

const OPTIONS = {
  port: {
    kind: wholeNumber(0, 65_535),
    value: "n",
    help: "port to listen on (default: a free one)",
  },
  positions: {
    kind: wholeNumber(0, MAX_POSITIONS),
    value: "n",
    help: "number of positions of each portfolio (default: 24)",
  },
  portfolios: {
    kind: wholeNumber(1, SANDBOX_PORTFOLIOS.length),
    value: "n",
    help: `number of portfolios, each with its own positions: ${NAMES} (default: 1)`,
  },
  seed: { kind: wholeNumber(0, 2 ** 32 - 1), value: "n", help: "data set (default: 1)" },
  at: {
    kind: MOMENT,
    value: "time",
    help: "time at which it begins: 2026-01-31, 2026-01-31T08:00:00Z, now, today, yesterday (CARRY_SANDBOX_AT; default now)",
  },
  freeze: { kind: "flag", help: "let the time stand (CARRY_SANDBOX_FREEZE=1)" },
  scenario: {
    kind: {
      ...oneOf(SCENARIO_NAMES),
      choices: SCENARIO_NAMES.map((value) => ({ value, description: SCENARIOS[value].summary })),
    },
    many: "list",
    value: "name",
    help: `situation of one of every 24 positions; repeatable, or comma-separated: ${SCENARIO_NAMES.join(", ")}`,
  },
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

export const sandbox = defineCommand({
  prints: "where it serves",
  formats: ["json", "ndjson"],
  keepsClock: true,
  description:
    "Serve the interface on loopback with generated data, the same for the same seed and time, until interrupted. Amounts are in US dollars; a price is in the quote currency of its symbol (USDT or USDC, otherwise USD), one of which counts as one dollar",
  options: OPTIONS,
  examples: {
    "carry sandbox --port 8799": "serve on a fixed port",
    "carry sandbox --positions 100000": "a large portfolio",
    "carry sandbox --portfolios 5": "five portfolios",
    "carry sandbox -o json": "its address and keys as an object, for a script",
    "carry sandbox --scenario unhedged,stale": "an unhedged leg and old marks",
    "carry sandbox --at 2026-06-01T12:00:00Z --freeze": "the same answers on any day",
  },
  run: (context, { options }) => serve(context, options),
});

/** Serves until the process is interrupted, which is not a failure. */
async function serve(context: Context, options: Options): Promise<void> {
  const { io } = context;
  const { startSandbox } = await import("../../sandbox/server.js");
  const time = sandboxTimeIn(io.env, options);
  const set = sandboxClock(io.clock, time);
  const { now } = set ?? io.clock;
  const { port, positions, portfolios, seed, scenario: scenarios } = options;
  const server = await listen(() =>
    startSandbox({ now, port, positions, portfolios, seed, scenarios }),
  );
  try {
    const { format } = await context.outputOptions(context.sourcesWithoutProfile());
    const at = set && new Date(now()).toISOString();
    const served = { ...server, at, freeze: set && time.freeze === true };
    await io.stdout.write(
      format.jsonMessages ? `${SANDBOX.json(served).source}\n` : instructions(served),
    );
    if (!io.signal.aborted) await once(io.signal, "abort");
  } finally {
    await server.close();
  }
}

async function listen(start: () => Promise<Sandbox>): Promise<Sandbox> {
  try {
    return await start();
  } catch (error) {
    const { code, port } = error as { code?: unknown; port?: unknown };
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    const reason = code === "EADDRINUSE" ? "is in use" : "is not permitted";
    throw new UsageError(`--port: ${String(port)} ${reason}`, "leave out --port to get a free one");
  }
}

/** A sandbox, and the time that it was set to, if any. */
interface Served extends Sandbox {
  readonly at: string | undefined;
  readonly freeze: boolean | undefined;
}

type ServedPortfolio = Served["portfolios"][number];

/** The address and keys of a sandbox, for a script. */
export const SANDBOX = answer<Served>("sandbox", [
  own("url", "text", "Base URL."),
  plain("api_key", "text", "API key.", ({ apiKey }) => apiKey),
  plain("api_key_without_scope", "text", "API key that lacks the scope for positions.", (it) => {
    return it.limitedKey;
  }),
  plain("portfolio", "text", "Identifier of the first portfolio (uuid).", (it) => it.portfolioId),
  each("portfolios", "All portfolios.", ({ portfolios }) => portfolios, [
    plain("portfolio", "text", "Name.", ({ name }: ServedPortfolio) => name),
    plain("portfolio_id", "text", "Identifier (uuid).", ({ id }: ServedPortfolio) => id),
  ]),
  own("at", "text?", "Time to which it was set (ISO 8601)."),
  own("freeze", "flag?", "Whether that time stands still."),
]);

/** Returns shell commands that can be pasted into another terminal. */
function instructions(server: Served): string {
  const { portfolios } = server;
  return [
    `The sandbox is at ${server.url} and serves generated data. Ctrl-C ends it. In another shell:`,
    "",
    `  export CARRY_BASE_URL=${server.url}`,
    `  export CARRY_API_KEY=${server.apiKey}`,
    `  export CARRY_PORTFOLIO=${server.portfolioId}`,
    ...(server.at === undefined ? [] : [`  export CARRY_SANDBOX_AT=${server.at}`]),
    ...(server.freeze === true ? ["  export CARRY_SANDBOX_FREEZE=1"] : []),
    "  carry positions list --performance",
    "",
    ...(portfolios.length === 1
      ? []
      : ["Portfolios:", ...portfolios.map(({ name, id }) => `  ${name.padEnd(5)}  ${id}`), ""]),
    "Amounts are in US dollars; prices are in the quote currency of the symbol, taken as one dollar each.",
    `The key ${server.limitedKey} lacks the scope for positions.`,
    "",
  ].join("\n");
}
