import { UsageError } from "../../base/usage-error.js";
import { wantsPerformance } from "../../book/positions/performance.js";
import type { ListPositionsOptions } from "../../client/resources/position.js";
import { sentToo } from "../../figures/catalog/catalog.js";
import { GROUPINGS } from "../../figures/catalog/group.js";
import { type OutputOptions, showsPages } from "../../output/formats/format.js";
import { withFullKeys } from "../../output/table/choose-columns.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { SOME_TEXT, TEXT } from "../../run/kinds.js";
import type { OptionsData, OptionsOf } from "../../run/option.js";
import { createFilter, FILTER_OPTIONS, statusesOf } from "../../run/screen/position-filters.js";
import { namesComputed, tableView } from "../../run/screen/screen.js";
import { sentPositionsView } from "../../run/screen/sent-positions.js";
import { STRESS } from "../../run/screen/stress.js";
import { tableOf, VIEWS, type ViewName } from "../../run/screen/views.js";
import { oneOf, wholeNumber } from "../../run/settings/kinds.js";
import { type NamedPortfolio, portfolioName } from "../../run/settings/portfolios.js";
import { groupTable } from "./groups.js";
import { LEG_TABLE } from "./legs.js";
import { printListing } from "./print-listing.js";
import { printPositions } from "./screen.js";

/** Options of what is about margins. */
const OF_MARGINS = {
  legs: { kind: "flag", help: "a row for each leg, with its margin" },
  stress: {
    kind: STRESS,
    value: "what",
    help: "what view risk assumes: a move of prices (default 20%), basis=1% or down=<exchange>",
  },
} as const satisfies OptionsData;

/** Options of every view. */
const OF_ROWS = {
  status: { setting: "status" },
  limit: {
    kind: wholeNumber(1),
    value: "n",
    help: "maximum number of positions; with --sort, the first after sorting (default: all)",
  },
  ...FILTER_OPTIONS,
  why: { kind: "flag", help: "say of each ~ and – why" },
} as const satisfies OptionsData;

const OPTIONS = {
  view: {
    kind: SOME_TEXT,
    value: "name",
    help: "now (default), pnl, funding, risk or next, or columns that the profile has under this name: carry profile set view.<name> <a,b,c>",
  },
  by: {
    kind: oneOf(GROUPINGS),
    value: "what",
    help: "a row for each asset, exchange, pair or portfolio",
  },
  performance: {
    setting: "performance",
    help: "of data as sent: also request funding, fees, price PnL, net PnL and APR; implied by one of them in --columns, --sort or --query",
    negated: "do not request them",
  },
  cursor: { kind: TEXT, value: "cursor", help: "continue a listing of data as sent that stopped" },
  ...OF_ROWS,
  ...OF_MARGINS,
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

export const positionsList = defineCommand({
  description:
    "List the open positions with their figures, one a row: funding now, what they made, what is nearest to hurt. --view chooses other columns, --by sums them. json and csv without a view are the positions as the service sent them, open and closed",
  options: OPTIONS,
  views: () => [
    sentPositionsView({ byLeg: false, performance: true }),
    ...VIEWS.map((it) => tableView(tableOf(it, []))),
    ...GROUPINGS.map((it) => tableView(groupTable(it))),
  ],
  examples: {
    "carry list": "every open position, largest first",
    "carry list --view risk --stress 10%": "margins, and what a move of 10 % would take",
    "carry list --by exchange --status all": "what is and was held where",
    "carry list --asset BTC,ETH --legs -o csv": "the legs of two assets, one per row",
    "carry list -o json --query '[].position_id'": "only the ids, for a script",
  },
  run: (context, { options }) => list(context, options, viewOf(options)),
});

/** `carry risk` */
export const riskList = defineCommand({
  description: "Show the margins of the open positions, and what a move of prices would take.",
  options: { ...OF_ROWS, ...OF_MARGINS },
  views: () => [tableView(tableOf("risk", []))],
  examples: {
    "carry risk": "the positions that a move of 20 % would hurt, the nearest first",
    "carry risk --stress down=bybit": "what is naked while an exchange cannot be traded on",
    "carry risk --legs": "the margin of each leg, the nearest to be gone first",
    "carry risk --asset BTC,ETH --exchange binance --status open --limit 3 --why -o csv":
      "some of them, for a spreadsheet",
  },
  run: (context, { options }) => list(context, options, "risk"),
});

/** `carry next` */
export const nextList = defineCommand({
  description: "Show the next settlement of each open position, at the last rates.",
  options: OF_ROWS,
  views: () => [tableView(tableOf("next", []))],
  examples: {
    "carry next": "the next settlement first",
    "carry next -o json --query 'totals.next_24h.value'": "the sum of a day",
    "carry next --asset BTC,ETH --exchange binance --status open --limit 3 --why": "some of them",
  },
  run: (context, { options }) => list(context, options, "next"),
});

async function list(
  context: Context,
  options: Options,
  view: ViewName | undefined,
): Promise<ExitCode> {
  const output = await context.outputOptions();
  refuseTogether(options, view);
  const { isSeveral } = await context.portfolios();
  if (!isComputed(options, view, output, sentToo(isSeveral)))
    return listAsSent(context, options, output);
  const { stress, by, limit, asset, exchange, why = false, legs = false } = options;
  const status = (await context.setting("status")) ?? ["open"];
  const statuses = statusesOf(status);
  return printPositions(context, {
    view: view ?? (stress === undefined ? "now" : "risk"),
    by,
    stress,
    limit,
    asset,
    exchange,
    why,
    legs,
    statuses,
  });
}

/** @throws {UsageError} for options of which one would have no effect beside the other */
function refuseTogether({ by, legs, cursor, stress }: Options, view: ViewName | undefined): void {
  const ofOthers = view !== undefined && view !== "risk";
  const pairs = [
    ["--by", by, "--view", view],
    ["--by", by, "--legs", legs],
    ["--by", by, "--cursor", cursor],
    ["--view", view, "--cursor", cursor],
    [`--view ${view}`, ofOthers || undefined, "--legs", legs],
    [`--view ${view}`, ofOthers || undefined, "--stress", stress],
  ] as const;
  for (const [one, isOne, other, isOther] of pairs) {
    if (isOne === undefined || isOther === undefined) continue;
    throw new UsageError(`${one} and ${other} exclude each other`, "leave out one of them");
  }
}

/** Returns the view of carry that is chosen; undefined for none, and for one of the profile. */
function viewOf({ view }: Options): ViewName | undefined {
  return VIEWS.find((it) => it === view);
}

/** Reports whether figures are shown, and not positions as they were sent. */
function isComputed(
  { by, legs, cursor, why, stress }: Options,
  view: ViewName | undefined,
  output: OutputOptions,
  sent: ReadonlySet<string>,
): boolean {
  if (by !== undefined || view !== undefined || why === true || stress !== undefined) return true;
  if (cursor !== undefined) return false;
  const named =
    legs === true
      ? namesComputed(LEG_TABLE, output, sent)
      : namesComputed(tableOf("now", []), output, sent);
  return named || showsPages(output);
}

async function listAsSent(
  context: Context,
  options: Options,
  output: OutputOptions,
): Promise<ExitCode> {
  const byLeg = options.legs === true;
  const full = withFullKeys(sentPositionsView({ byLeg, performance: true }), output);
  const { asset, exchange } = options;
  const status = await context.setting("status");
  const filter = createFilter({ status, asset, exchange });
  const statuses = statusesOf(status);
  const performance = await wantsPerformance(context, full, options.performance);
  const request: ListPositionsOptions = {
    portfolioId: await portfolioOf(context, options),
    performance: performance && "if-sent",
    ...{ statuses, limit: options.limit, cursor: options.cursor },
    ...{ where: filter.where, signal: context.io.signal },
  };
  const look = {
    byLeg: byLeg || wantsLegRows(full),
    performance,
    whyEmpty: filter.whyEmpty,
  };
  return printListing(context, { request, look, output: full });
}

/** Returns the portfolio to list. @throws {UsageError} for a cursor, which is of one, with several */
async function portfolioOf(context: Context, { cursor }: Options): Promise<string> {
  const { list, isList } = await context.portfolios();
  if (cursor === undefined || !isList) return list[0]?.portfolio_id ?? "";
  throw new UsageError(
    "--cursor: it is of one portfolio, and a list of them was requested",
    `leave it out, or name one: --portfolio ${portfolioName(list[0] as NamedPortfolio)}`,
  );
}

/** Reports whether csv has one row per leg: unless only columns of the position were requested. */
function wantsLegRows({ format, columns }: OutputOptions): boolean {
  return format.columns === "csv" && (columns?.some((key) => key.startsWith("legs.")) ?? true);
}
