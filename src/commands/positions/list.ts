import { Option } from "commander";
import { UsageError } from "../../base/usage-error.js";
import type { ListPositionsOptions, PositionPage } from "../../client/resources/list-positions.js";
import type { Context } from "../../command/context.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { printerOf, tell } from "../../command/print.js";
import type { CommandDefinition } from "../../command/spec.js";
import { listOf, text, textList, wholeNumber } from "../../command/values.js";
import type { OutputOptions } from "../../output/formats/options.js";
import { withFullKeys } from "../../output/table/columns.js";
import { type PositionViewOptions, positionsView } from "../../views/positions.js";
import type { RunsOf } from "../../views/run.js";
import { createFilter, type PositionFilter } from "./filters.js";
import { keepIds } from "./keep-ids.js";
import { namesPerformance } from "./names-performance.js";
import { observe } from "./observe.js";
import { namesRun, type PositionRuns, runsOfPositions } from "./runs.js";
import { readWatch, WATCH_DESCRIPTION, type WatchOptions, watchOptions } from "./watch-options.js";

interface Options extends WatchOptions {
  readonly portfolio?: string;
  readonly status?: readonly ("open" | "closed")[];
  readonly limit?: number;
  readonly pageSize?: number;
  readonly cursor?: string;
  readonly asset?: readonly string[];
  readonly exchange?: readonly string[];
  readonly byLeg?: boolean;
}

export const positionsList: CommandDefinition = {
  description: `List the positions of a portfolio, every page followed.\n\n${WATCH_DESCRIPTION}`,
  options: [
    new Option("--portfolio <uuid>", "portfolio to list (default: the profile's)"),
    new Option("--status <status>", "open or closed; repeatable (default: both)").argParser(
      listOf("--status", ["open", "closed"]),
    ),
    new Option(
      "--performance",
      "ask for funding, fees, price PnL, net PnL and APR too, as naming one of them in --columns, --sort or --query does",
    ),
    new Option("--no-performance", "do not, even where the profile says so"),
    new Option(
      "--limit <n>",
      "how many positions in all; with --sort, the first after sorting (default: all)",
    ).argParser(wholeNumber("--limit", 1, Number.MAX_SAFE_INTEGER)),
    new Option(
      "--page-size <n>",
      "positions a request: 1 to 500, with --performance 1 to 100 (default: the largest)",
    ).argParser(wholeNumber("--page-size", 1, 500)),
    new Option("--cursor <cursor>", "go on from where a listing stopped").argParser(
      text("--cursor"),
    ),
    new Option("--asset <symbol>", "only this asset; repeatable").argParser(textList("--asset")),
    new Option("--exchange <name>", "only positions with a leg there; repeatable").argParser(
      textList("--exchange"),
    ),
    new Option("--by-leg", "one row a leg"),
    ...watchOptions,
  ],
  columns: () =>
    positionsView({ byLeg: false, performance: true, now: 0 }).columns.map(({ key }) => key),
  examples: [
    { line: "carry positions list --performance", what: "every position with what it has earned" },
    {
      line: "carry positions list --status open --performance --sort apr:desc --limit 5",
      what: "the five open positions with the best APR",
    },
    {
      line: "carry positions list --asset BTC,ETH --by-leg",
      what: "the legs of two assets, one a row",
    },
    {
      line: "carry positions list -o json --query '[].position_id'",
      what: "only the ids, for a script",
    },
  ],
  async run(context, invocation) {
    const options = readWatch(invocation.options as Options);
    const output = withFullKeys(
      positionsView({ byLeg: options.byLeg === true, performance: true, now: 0 }),
      await context.outputOptions(),
    );
    const filter = createFilter(options);
    const request = await requestOf(context, options, output, filter);
    const staleMs = await context.setting("staleMs");
    const look = { ...lookOf(options, request, output), ...(staleMs !== undefined && { staleMs }) };
    if (options.watch === undefined) {
      await listAndPrint(context, request, { ...look, whyEmpty: filter.whyEmpty }, output);
      return undefined;
    }
    const { watchPositions } = await import("./watch.js");
    const viewAt = (now: number, runsOf?: RunsOf) =>
      positionsView({ ...look, now, ...(runsOf !== undefined && { runsOf }) });
    return watchPositions(context, options, { request, viewAt, runs: namesRun(output) });
  },
};

async function requestOf(
  context: Context,
  options: Options,
  output: OutputOptions,
  { where }: PositionFilter,
): Promise<ListPositionsOptions> {
  const named = await namesPerformance(output, options.performance);
  const performance = await wantsPerformance(context, named || options.performance);
  const portfolioId = await context.portfolio(options.portfolio);
  checkPageSize(options.pageSize, performance);
  return {
    portfolioId,
    performance,
    ...(options.status !== undefined && { statuses: options.status }),
    ...(options.limit !== undefined && { limit: options.limit }),
    ...(options.pageSize !== undefined && { pageSize: options.pageSize }),
    ...(options.cursor !== undefined && { cursor: options.cursor }),
    ...(where !== undefined && { where }),
    signal: context.io.signal,
  };
}

type ViewLook = Omit<PositionViewOptions, "now">;

function lookOf(options: Options, request: ListPositionsOptions, output: OutputOptions): ViewLook {
  return {
    byLeg: options.byLeg === true || wantsLegRows(output),
    performance: request.performance === true,
    oneStatus: options.status?.length === 1,
  };
}

async function listAndPrint(
  context: Context,
  request: ListPositionsOptions,
  look: ViewLook,
  output: OutputOptions,
): Promise<void> {
  const { sort } = output;
  const printer = await printerOf(context);
  const showsRun = wantsRun(request, output);
  const client = await context.client(showsRun ? CONCURRENCY : 1);
  const runs = showsRun ? await runsOfPositions(context, client) : undefined;
  const view = positionsView({
    ...look,
    ...(runs !== undefined && { runsOf: runs.of }),
    get now() {
      return client.serviceNow();
    },
  });
  const { limit, ...whole } = request;
  const pages = client.listPositions(sort === undefined ? request : whole);
  const kept = keepIds(context, runs === undefined ? pages : withRuns(pages, runs));
  const listing = observe(kept, context, sort === undefined ? undefined : limit);
  tell(context, await printer.list(listing.items, view, limit));
  listing.tellEnd();
}

/** In a table with the performance, and where a column of it is named. */
function wantsRun({ performance }: ListPositionsOptions, output: OutputOptions): boolean {
  const isWhole = output.format === "table" && output.columns === undefined;
  return namesRun(output) || (isWhole && performance === true);
}

/** Pages whose open positions are known with what they are paid now. */
async function* withRuns(
  pages: AsyncGenerator<PositionPage>,
  runs: PositionRuns,
): AsyncGenerator<PositionPage> {
  for await (const page of pages) {
    await runs.add(page.items.map(({ value }) => value));
    yield page;
  }
}

/** A csv file has one row a leg, unless it was asked for columns of the position alone. */
function wantsLegRows({ format, columns }: OutputOptions): boolean {
  return format === "csv" && (columns?.some((key) => key.startsWith("legs.")) ?? true);
}

async function wantsPerformance(context: Context, asked: boolean | undefined): Promise<boolean> {
  const option = asked === undefined ? undefined : asked ? "on" : "off";
  return (await context.setting("performance", option)) ?? false;
}

function checkPageSize(pageSize: number | undefined, performance: boolean): void {
  if (pageSize === undefined || !performance || pageSize <= 100) return;
  throw new UsageError(
    `--page-size: "${pageSize}" is not a whole number from 1 to 100, which is the most with --performance`,
  );
}
