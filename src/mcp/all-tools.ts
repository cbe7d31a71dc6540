import { itemsOf, membersOf, options, withoutRepeated } from "./fields.js";
import { type Asked, defineTool, type Tool, type ToolResult } from "./tool.js";
import { compare, fundingHistory } from "./tools/funding.js";
import { position, positions } from "./tools/positions.js";
import { status } from "./tools/status.js";

/** Views of `carry list`. */
const VIEWS = ["now", "pnl", "funding", "risk", "next"] as const;

/** Runs a command line that prints an object with `rows`; its other members are the head. */
async function rowsOf({ run }: Asked, words: readonly string[]): Promise<ToolResult> {
  const { value, notes } = await run(words);
  const { rows, ...head } = withoutRepeated(value);
  return { head, rows: itemsOf(rows), notes };
}

function withoutInputs({ head: { inputs: _, ...head }, ...rest }: ToolResult): ToolResult {
  return { head, ...rest };
}

const figures = defineTool({
  name: "figures",
  about:
    "Figures of open positions and their sums: now (funding a day at today's size, net, cost of leaving), pnl since opening, funding with its trend and basis, risk of margins, next settlements at the last rates. Settled funding is the past, no forecast.",
  inputs: {
    view: { type: "string", enum: VIEWS, description: "default: now" },
    asset: { type: "string", description: "all if omitted" },
    offset: { type: "integer" },
  },
  async call({ view = "now", asset }, asked) {
    return withoutInputs(await rowsOf(asked, ["list", ...options({ view, asset })]));
  },
});

const pnl = defineTool({
  name: "pnl",
  about:
    "What each position made since a time, from the local archive: net PnL and its parts, which add up to the totals.",
  inputs: {
    start: { type: "string", description: "such as yesterday, 7d, 2026-05-31; default: 30d" },
    offset: { type: "integer" },
  },
  async call({ start }, asked) {
    const line = ["positions", "pnl", "--by", "position", ...options({ start })];
    return withoutInputs(await rowsOf(asked, line));
  },
});

const rank = defineTool({
  name: "rank",
  about:
    "Pairs of markets by `rate_next_7d`, what the next 7 days are likely to pay, with its range; `record` says how many of last week's ranges held. Prices are not in it.",
  inputs: {
    asset: { type: "string", required: true },
    offset: { type: "integer" },
  },
  async call({ asset }, asked) {
    return withoutInputs(await rowsOf(asked, ["funding", "rank", "--", asset]));
  },
});

const check = defineTool({
  name: "check",
  about: "The user's own rules against the open positions: failed, passed, or unknown.",
  inputs: { offset: { type: "integer" } },
  call: (_, asked) => rowsOf(asked, ["check"]),
});

const explain = defineTool({
  name: "explain",
  about: "What a field or figure of a result means: definition and unit.",
  inputs: {
    name: { type: "string", required: true, description: "such as net_pnl or run_7d" },
  },
  async call({ name }, { run }) {
    const { value, notes } = await run(["explain", "--", name]);
    return { head: { name }, rows: itemsOf(membersOf(value).meanings), notes };
  },
});

/** Every tool, in the order in which agents see them; at most ten. */
export const TOOLS: readonly Tool[] = [
  status,
  positions,
  position,
  figures,
  pnl,
  fundingHistory,
  compare,
  rank,
  check,
  explain,
];
