import { UsageError } from "../../base/usage-error.js";
import type { ListPositionsOptions } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { SOME_TEXT, TEXT } from "../../command/kinds.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { portfolioName } from "../../command/portfolios.js";
import type { OutputOptions } from "../../output/formats/format.js";
import { withFullKeys } from "../../output/table/choose-columns.js";
import {
  createFilter,
  FILTER_OPTIONS,
  type PositionFilter,
  statusesOf,
} from "../../portfolio/positions/filters.js";
import { readLimits } from "../../portfolio/positions/limits.js";
import { wantsPerformance } from "../../portfolio/positions/names-performance.js";
import { namesRun } from "../../portfolio/positions/runs.js";
import { wholeNumber } from "../../settings/kinds.js";
import type { NamedPortfolio } from "../../settings/portfolios.js";
import { positionsView } from "../../views/position/positions.js";
import { type Printed, printListing } from "./print-listing.js";

const OPTIONS = {
  view: {
    kind: SOME_TEXT,
    value: "name",
    help: "columns that the profile has under this name: carry profile set view.<name> <a,b,c>",
  },
  status: { setting: "status" },
  performance: {
    setting: "performance",
    help: "also request funding, fees, price PnL, net PnL and APR (the default of a table); implied by one of them in --columns, --sort or --query",
    negated: "do not request them",
  },
  limit: {
    kind: wholeNumber(1),
    value: "n",
    help: "maximum number of positions; with --sort, the first after sorting (default: all)",
  },
  cursor: { kind: TEXT, value: "cursor", help: "continue a listing that stopped" },
  ...FILTER_OPTIONS,
  byLeg: { kind: "flag", help: "one row per leg" },
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

export const positionsList = defineCommand({
  description: "List the positions of a portfolio, all pages; in a table the open ones first",
  options: OPTIONS,
  views: () => [positionsView({ byLeg: false, performance: true, now: 0 })],
  examples: {
    "carry positions list": "every position with its performance",
    "carry positions list --status open --sort apr:desc --limit 5":
      "the five open positions with the best APR",
    "carry positions list --asset BTC,ETH --by-leg": "the legs of two assets, one per row",
    "carry positions list -o json --query '[].position_id'": "only the ids, for a script",
  },
  async run(context, { options }) {
    const output = withFullKeys(
      positionsView({ byLeg: options.byLeg === true, performance: true, now: 0 }),
      await context.outputOptions(),
    );
    const { asset, exchange } = options;
    const status = await context.setting("status");
    const filter = createFilter({ status, asset, exchange });
    const request = await requestOf(context, options, output, filter, statusesOf(status));
    const staleMs = await context.setting("stale");
    const showsRun = wantsRun(request, output);
    const look = {
      ...lookOf(options, request, output),
      ...(staleMs !== undefined && { staleMs }),
      ...(showsRun && { limits: await readLimits(context) }),
      whyEmpty: filter.whyEmpty,
    };
    return printListing(context, { request, look, output, showsRun });
  },
});

async function requestOf(
  context: Context,
  options: Options,
  output: OutputOptions,
  { where }: PositionFilter,
  statuses: ListPositionsOptions["statuses"],
): Promise<ListPositionsOptions> {
  const performance = await wantsPerformance(context, output, options.performance);
  const { list, isList } = await context.portfolios();
  if (options.cursor !== undefined && isList) {
    throw new UsageError(
      "--cursor: it is of one portfolio, and a list of them was requested",
      `leave it out, or name one: --portfolio ${portfolioName(list[0] as NamedPortfolio)}`,
    );
  }
  return {
    portfolioId: list[0]?.portfolio_id ?? "",
    performance: performance && "if-sent",
    statuses,
    limit: options.limit,
    cursor: options.cursor,
    where,
    signal: context.io.signal,
  };
}

function lookOf(
  options: Options,
  request: ListPositionsOptions,
  output: OutputOptions,
): Printed["look"] {
  return {
    byLeg: options.byLeg === true || wantsLegRows(output),
    performance: request.performance !== false,
    oneStatus: request.statuses?.length === 1,
  };
}

/** Reports whether current funding (a request per market) is shown: in a wide table, or a named column. */
function wantsRun({ performance, statuses }: ListPositionsOptions, output: OutputOptions): boolean {
  const hasOpen = statuses?.includes("open") ?? true;
  const isShown = output.format.isLaidOut && output.columns === undefined && output.wide;
  return namesRun(output) || (isShown && hasOpen && performance !== false);
}

/** Reports whether csv has one row per leg: unless only columns of the position were requested. */
function wantsLegRows({ format, columns }: OutputOptions): boolean {
  return format.columns === "csv" && (columns?.some((key) => key.startsWith("legs.")) ?? true);
}
