import { isRecord } from "../../base/collections.js";
import { CAUSES, type CauseSpec } from "../../figures/causes.js";
import { DIVISIONS } from "../../figures/period/periods.js";
import { VIEWS } from "../../run/output-options.js";

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

/** An argument of a tool, in the words of JSON Schema. */
interface ToolInput {
  readonly type: "string" | "integer";
  /** Purpose, for the agent; short, since every agent reads all of them. */
  readonly description?: string;
  /** Accepted values; any when omitted. */
  readonly enum?: readonly string[];
}

/** The arguments of a call that were given, by their names. */
export type Given = Readonly<Record<string, string | number | undefined>>;

/** A read-only tool: a command of the same name, whose rows are given in pages. */
export interface Tool {
  readonly name: string;
  /** Purpose, for the agent. */
  readonly about: string;
  readonly inputs: Readonly<Record<string, ToolInput>>;
  /** Arguments without which there is no call. */
  readonly required?: readonly string[];
  /** Returns the words of the command for arguments that fit. */
  readonly words: (given: Given) => readonly string[];
  /** Returns the parts of what the command printed; default: its `rows`, and all else but its inputs. */
  readonly parts?: (printed: unknown, given: Given) => Parts;
}

/** The result of a call, before it is cut to size. */
export interface Parts {
  /** What is in every page of the result. */
  readonly head: Readonly<Record<string, unknown>>;
  /** Rows, of which a page is in the result. */
  readonly rows?: readonly unknown[];
}

/** What a command printed. */
export interface Printed {
  /** Parsed stdout, with {@link Digits} in place of numbers that a double does not keep. */
  readonly value: unknown;
  /** Warnings, notes and errors of parts, without control characters. */
  readonly notes: readonly string[];
}

/** Runs a command line with `-o json`. @throws {ToolError} when it printed nothing */
export type Run = (words: readonly string[]) => Promise<Printed>;

/** A call failed; the message and the remedy are for the agent. */
export class ToolError extends Error {
  override name = "ToolError";
  constructor(
    /** Code of the error, such as `NOT_FOUND`. */
    readonly code: string,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** Returns the JSON Schema of a tool's arguments. */
export function inputSchema({ inputs, required }: Tool): Record<string, unknown> {
  const properties = { ...inputs };
  return { type: "object", properties, ...(required && { required }), additionalProperties: false };
}

/** Returns the arguments of a call. @throws {ToolError} if a tool does not accept them */
export function givenTo({ name: tool, inputs, required = [] }: Tool, value: unknown): Given {
  const refuse = (why: string) => new ToolError("USAGE", `${tool}: ${why}`);
  if (!isRecord(value)) throw refuse("the arguments are not an object");
  const missing = required.find((name) => value[name] === undefined);
  if (missing !== undefined) throw refuse(`${missing} is missing`);
  for (const [name, given] of Object.entries(value)) {
    const input = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (input === undefined) {
      const known = Object.keys(inputs).join(", ");
      throw refuse(`unknown argument ${JSON.stringify(name)}: the arguments are ${known}`);
    }
    const fault = given === undefined ? undefined : faultOf(input, given);
    if (fault !== undefined) throw refuse(`${name} ${fault}`);
  }
  return value as Given;
}

function faultOf({ type, enum: allowed }: ToolInput, value: unknown): string | undefined {
  if (type === "integer") {
    if (!Number.isSafeInteger(value)) return "is not an integer";
    return (value as number) < 0 ? "is negative" : undefined;
  }
  if (typeof value !== "string") return "is not a text";
  return allowed?.includes(value) === false ? `is none of ${allowed.join(", ")}` : undefined;
}
