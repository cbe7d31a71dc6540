import { UsageError } from "../../base/usage-error.js";
import { inEachPortfolio } from "../../book/positions/in-each-portfolio.js";
import { observe, pagesOf } from "../../book/positions/listing.js";
import { wantsPerformance } from "../../book/positions/performance.js";
import type { Client } from "../../client/client.js";
import type { Item, Page } from "../../client/index.js";
import { itemOf } from "../../client/listing/items.js";
import type { ListPositionsOptions, Position } from "../../client/resources/position.js";
import { elementSources } from "../../client/validate/json-source.js";
import type { OutputOptions } from "../../output/formats/format.js";
import { withFullKeys } from "../../output/table/choose-columns.js";
import type { Context } from "../../run/context.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf, type Failure } from "../../run/errors/kinds.js";
import { CONCURRENCY } from "../../run/fetch-each.js";
import { printerOf, printNotes } from "../../run/print.js";
import { createFilter, type Filters, statusesOf } from "../../run/screen/position-filters.js";
import { sentPositionsView } from "../../run/screen/sent-positions.js";
import { type NamedPortfolio, portfolioName } from "../../run/settings/portfolios.js";

/** Which positions are listed as the service sent them. */
export interface SentListing extends Pick<Filters, "asset" | "exchange"> {
  readonly legs?: boolean;
  readonly performance?: boolean;
  readonly limit?: number;
  readonly cursor?: string;
}

/** Prints positions as the service sent them, page by page. */
export async function listAsSent(context: Context, listing: SentListing): Promise<ExitCode> {
  const { legs = false, limit, cursor, asset, exchange } = listing;
  const typed = await context.outputOptions();
  const output = withFullKeys(sentPositionsView({ byLeg: legs, performance: true }), typed);
  const status = await context.setting("status");
  const { where, whyEmpty } = createFilter({ status, asset, exchange });
  const performance = await wantsPerformance(context, output, listing.performance);
  const { isList, of } = await context.portfolios();
  const isSorted = output.sort !== undefined;
  const request: ListPositionsOptions = {
    portfolioId: await portfolioOf(context, cursor),
    performance: performance && "if-sent",
    statuses: statusesOf(status),
    limit: isSorted ? undefined : limit,
    cursor,
    where,
    signal: context.io.signal,
  };
  const printer = await printerOf(context);
  const client = await context.client(isList ? CONCURRENCY : 1);
  const byLeg = legs || wantsLegRows(output);
  const ownerOf = isList ? (id: string) => of(id) : undefined;
  const view = sentPositionsView({ byLeg, performance, ownerOf, whyEmpty });
  const { pages, failure } = isList
    ? await listEach(context, client, request)
    : { pages: pagesOf(context, client, request), failure: undefined };
  const printed = observe(pages, context, { sortedLimit: isSorted ? limit : undefined });
  printNotes(context, await printer.list(printed.items, view, limit));
  printed.report();
  return exitCodeOf(failure);
}

/** Returns the portfolio to list. @throws {UsageError} for a cursor, which is of one, with several */
async function portfolioOf(context: Context, cursor: string | undefined): Promise<string> {
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

type PositionPage = Page<Item<Position>>;

/**
 * Lists the positions of several portfolios as one page; each record has its portfolio, the first that has it.
 * @throws as {@link inEachPortfolio}
 */
async function listEach(
  context: Context,
  client: Client,
  { limit, ...request }: ListPositionsOptions,
): Promise<{
  readonly pages: AsyncGenerator<PositionPage>;
  readonly failure: Failure | undefined;
}> {
  const own = (await context.portfolios()).listing();
  const { found, failure } = await inEachPortfolio(context, "positions", async (portfolio) => {
    const { portfolio_id: portfolioId } = portfolio;
    const all: Item<Position>[] = [];
    let duplicates = 0;
    for await (const page of pagesOf(context, client, { ...request, portfolioId })) {
      all.push(...page.items);
      duplicates += page.duplicates;
    }
    return { portfolio, all, duplicates };
  });
  const listed = found.flatMap(({ portfolio, all }) => all.map((item) => ({ item, portfolio })));
  const items = listed
    .filter(({ item, portfolio }) => own(item.value.position_id, portfolio))
    .map(({ item, portfolio }) => owned(item, portfolio));
  const repeated = found.reduce((sum, { duplicates }) => sum + duplicates, 0);
  const pages = async function* () {
    yield {
      items: items.slice(0, limit),
      nextCursor: items.length > (limit ?? items.length) ? undefined : null,
      duplicates: repeated + listed.length - items.length,
      again: [],
    };
  };
  return { pages: pages(), failure };
}

/** Returns a record with its portfolio, as json has it; one that was sent is replaced. */
function owned(item: Item<Position>, owner: NamedPortfolio): Item<Position> {
  const { portfolio, portfolio_id } = owner;
  const own = JSON.stringify({ portfolio, portfolio_id }).slice(1, -1);
  const sent = elementSources(`[${item.source.trim().slice(1, -1)}]`);
  const others = sent.filter((member) => !/^"portfolio(?:_id)?"/.test(member));
  const value = { ...item.value, portfolio, portfolio_id };
  return itemOf(value, `{${[...others, own].join(",")}}`);
}
