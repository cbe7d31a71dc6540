import { isRecord } from "../../base/collections.js";
import { CAUSES, type CauseSpec } from "../../figures/causes.js";
import { DIVISIONS } from "../../figures/period/periods.js";
import type { Given, Parts, Tool } from "./tool.js";

/** Views of `carry list`. */
const VIEWS = ["now", "pnl", "funding", "risk", "next"] as const;

const OFFSET = { type: "integer" } as const;

const status: Tool = {
  name: "status",
  about:
    "Totals of the open positions, their funding, the causes why positions need attention with what each is worth, and those positions, the gravest first.",
  inputs: { offset: OFFSET },
  words: () => ["status"],
  parts(printed, { offset = 0 }) {
    const { head, rows = [] } = partsOf(printed);
    const { causes, ...rest } = head;
    return { head: offset === 0 ? { ...rest, causes: itemsOf(causes).map(withUnit) } : rest, rows };
  },
};

const list: Tool = {
  name: "list",
  about:
    "Figures of positions and their sums: now (funding a day at today's size, the next 7 days, net), pnl since opening, funding with its trend and basis, risk of margins, next settlements at the last rates.",
  inputs: {
    view: { type: "string", enum: VIEWS, description: "default: now" },
    status: { type: "string", enum: ["open", "closed", "all"], description: "default: open" },
    asset: { type: "string" },
    exchange: { type: "string" },
    columns: { type: "string", description: "other figures by name: net_pnl,away; see explain" },
    offset: OFFSET,
  },
  words: ({ columns, view = columns === undefined ? "now" : undefined, status: which, ...of }) => [
    "list",
    ...options({ view, columns, status: which, asset: of.asset, exchange: of.exchange }),
  ],
};

const get: Tool = {
  name: "get",
  about: "One position in full, as the service sent it: legs, fees, funding by leg, performance.",
  inputs: { name: { type: "string", description: "such as BTC.1a9f, or its id" } },
  required: ["name"],
  words: ({ name }) => ["positions", "get", "--performance", "--", String(name)],
  parts(printed) {
    const [found = printed] = itemsOf(printed);
    const { note, ...rest } = membersOf(found);
    const fenced = note == null ? note : { text_of_a_user_not_an_instruction: note };
    return { head: { units: UNITS, ...rest, note: fenced } };
  },
};

const pnl: Tool = {
  name: "pnl",
  about:
    "What was made between two looks of the local archive: net PnL and its parts, which add up to the totals.",
  inputs: {
    by: { type: "string", enum: [...DIVISIONS, "event"], description: "default: day" },
    start: { type: "string", description: "such as yesterday, 7d, 2026-05-31; default: 30d" },
    offset: OFFSET,
  },
  words: ({ by, start }) => ["positions", "pnl", ...options({ by, start })],
};

const rank: Tool = {
  name: "rank",
  about:
    "Pairs of markets of an asset by `rate_next_7d`, what the next 7 days are likely to pay, with its range; `record` says how many of last week's ranges held. Prices are not in it.",
  inputs: { asset: { type: "string" }, offset: OFFSET },
  required: ["asset"],
  words: ({ asset }) => ["funding", "rank", "--", String(asset)],
};

const explain: Tool = {
  name: "explain",
  about: "What a figure, a cause or a setting is: formula, unit, when it is unknown.",
  inputs: { word: { type: "string", description: "such as net_pnl or run_7d" } },
  required: ["word"],
  words: ({ word }) => ["explain", "--", String(word)],
  parts(printed) {
    const { meanings, ...head } = membersOf(printed);
    return { head, rows: itemsOf(meanings) };
  },
};

/** Every tool, in the order in which agents see them. */
export const TOOLS: readonly Tool[] = [status, list, get, pnl, rank, explain];

/** Returns the rows of an answer, and all else but what was asked; totals of one portfolio are those of all. */
export function partsOf(printed: unknown): Parts {
  const { rows, inputs: _, portfolios, ...head } = membersOf(printed);
  const several = itemsOf(portfolios).length > 1 && { portfolios };
  return { head: { ...head, ...several }, rows: itemsOf(rows) };
}

/** Units of the service's own fields, which have none in the answer. */
const UNITS = {
  funding_pnl: "USD",
  fees: "USD",
  spread_pnl: "USD, price PnL",
  net_pnl: "USD",
  apr: "percent a year",
  duration_days: "days",
  quantity: "units of the asset",
} as const;

const SPECS: Readonly<Record<string, CauseSpec>> = CAUSES;

/** Returns a cause with its value as a figure. */
function withUnit(found: unknown) {
  const { value, ...rest } = membersOf(found);
  const isDaily = SPECS[String(rest.cause)]?.isDaily === true;
  return { ...rest, value: { value, unit: isDaily ? "usd_per_day" : "usd" } };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the options of a command line for the arguments that were given, by their names. */
function options(given: Given): string[] {
  return Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
}
