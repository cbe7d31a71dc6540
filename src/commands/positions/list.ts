import { Option } from "commander";
import type { ListPositionsOptions, PositionPage } from "../../api/list-positions.js";
import type { Position } from "../../api/position.js";
import type { Context } from "../../context.js";
import type { OutputOptions } from "../../output/options.js";
import { shellWord } from "../../output/shell-word.js";
import { type PositionViewOptions, positionsView } from "../../views/positions.js";
import { printerOf, tell } from "../print.js";
import type { CommandDefinition } from "../spec.js";
import { UsageError } from "../usage-error.js";
import { listOf, text, textList, wholeNumber } from "../values.js";
import { keepIds } from "./keep-ids.js";
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
    new Option("--performance", "ask for funding, fees, spread, net PnL and APR of each position"),
    new Option("--no-performance", "do not, even where the profile says so"),
    new Option("--limit <n>", "how many positions in all (default: all)").argParser(
      wholeNumber("--limit", 1, Number.MAX_SAFE_INTEGER),
    ),
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
      line: "carry positions list --status open --sort performance.apr:desc --performance",
      what: "open positions, best first",
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
    const request = await requestOf(context, options);
    const look = lookOf(options, request, await context.outputOptions());
    if (options.watch === undefined) {
      await listAndPrint(context, request, look);
      return undefined;
    }
    const { watchPositions } = await import("./watch.js");
    const viewAt = (now: number) => positionsView({ ...look, now });
    return watchPositions(context, options, { request, viewAt });
  },
};

async function requestOf(context: Context, options: Options): Promise<ListPositionsOptions> {
  const portfolioId = await context.portfolio(options.portfolio);
  const performance = await wantsPerformance(context, options);
  checkPageSize(options.pageSize, performance);
  return {
    portfolioId,
    performance,
    ...(options.status !== undefined && { statuses: options.status }),
    ...(options.limit !== undefined && { limit: options.limit }),
    ...(options.pageSize !== undefined && { pageSize: options.pageSize }),
    ...(options.cursor !== undefined && { cursor: options.cursor }),
    ...filterOf(options),
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
): Promise<void> {
  const printer = await printerOf(context);
  const client = await context.client();
  const view = positionsView({
    ...look,
    get now() {
      return client.serviceNow();
    },
  });
  const pages = client.listPositions(request);
  const listing = observe(keepIds(context, pages), context);
  tell(context, await printer.list(listing.items, view));
  listing.tellEnd();
}

/** A csv file has one row a leg, unless it was asked for columns of the position alone. */
function wantsLegRows({ format, columns }: OutputOptions): boolean {
  return format === "csv" && (columns?.some((key) => key.startsWith("legs.")) ?? true);
}

async function wantsPerformance(context: Context, options: Options): Promise<boolean> {
  const option = options.performance === undefined ? undefined : options.performance ? "on" : "off";
  return (await context.setting("performance", option)) ?? false;
}

function checkPageSize(pageSize: number | undefined, performance: boolean): void {
  if (pageSize === undefined || !performance || pageSize <= 100) return;
  throw new UsageError(
    `--page-size: "${pageSize}" is not a whole number from 1 to 100, which is the most with --performance`,
  );
}

/** Filters that the service does not have; names are compared without regard to case. */
function filterOf(options: Options): { where?: (position: Position) => boolean } {
  if (options.asset === undefined && options.exchange === undefined) return {};
  const assets = lowerCased(options.asset);
  const exchanges = lowerCased(options.exchange);
  return {
    where: (position) =>
      (assets === undefined || assets.has(position.asset.toLowerCase())) &&
      (exchanges === undefined ||
        position.legs.some((leg) => exchanges.has(leg.exchange.toLowerCase()))),
  };
}

function lowerCased(names: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return names && new Set(names.map((name) => name.toLowerCase()));
}

/** Passes pages on, keeps count, and knows at the end what is to be said. */
function observe(pages: AsyncGenerator<PositionPage>, context: Context) {
  let count = 0;
  let duplicates = 0;
  let rows = 0;
  let nextCursor: string | null | undefined = null;
  async function* items() {
    for await (const page of pages) {
      count++;
      rows += page.items.length;
      duplicates += page.duplicates;
      nextCursor = page.nextCursor;
      context.progress.update(`${count} ${count === 1 ? "page" : "pages"}, ${rows} positions`);
      yield page.items;
    }
  }
  return {
    items: items(),
    tellEnd() {
      if (duplicates > 0) {
        context.messages.warning(
          `${duplicates} ${duplicates === 1 ? "position" : "positions"} came twice and ${duplicates === 1 ? "was" : "were"} printed once`,
        );
      }
      if (nextCursor === undefined) {
        context.messages.note("stopped at --limit; the service gave no cursor to go on from there");
      } else if (nextCursor !== null) {
        context.messages.note(`stopped at --limit; go on with --cursor ${shellWord(nextCursor)}`);
      }
    },
  };
}
