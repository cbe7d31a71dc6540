import { keyOf, observe, pagesOf } from "../../book/positions/listing.js";
import type { Item } from "../../client/listing/items.js";
import type { ListPositionsOptions, Position } from "../../client/resources/position.js";
import type { OutputOptions } from "../../output/formats/format.js";
import type { Context } from "../../run/context.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf } from "../../run/errors/kinds.js";
import { CONCURRENCY } from "../../run/fetch-each.js";
import { printerOf, printNotes } from "../../run/print.js";
import { type SentOptions, sentPositionsView } from "../../run/screen/sent-positions.js";
import { listEach } from "./each-portfolio.js";

/** A listing, and how it is printed. */
export interface Printed {
  readonly request: ListPositionsOptions;
  readonly look: Omit<SentOptions, "ownerOf">;
  /** Output options with the full keys of the columns. */
  readonly output: OutputOptions;
}

/** Prints positions page by page. */
export async function printListing(
  context: Context,
  { request, look, output }: Printed,
): Promise<ExitCode> {
  const printer = await printerOf(context);
  const { isList, of: ownerOf } = await context.portfolios();
  const client = await context.client(isList ? CONCURRENCY : 1);
  const owners = isList ? (id: string) => ownerOf(id) : undefined;
  const view = sentPositionsView({ ...look, ownerOf: owners });
  const { limit, ...whole } = request;
  const wanted = output.sort === undefined ? request : whole;
  const each = isList ? await listEach(context, client, wanted) : undefined;
  const kept = each?.pages ?? pagesOf(context, client, wanted);
  const sortedLimit = output.sort === undefined ? undefined : limit;
  const listing = observe(kept, context, { sortedLimit });
  const isWritten = output.format.isLaidOut || output.sort !== undefined;
  const items = isWritten ? latestOf(listing.items, listing.again) : listing.items;
  printNotes(context, await printer.list(items, view, limit));
  listing.report();
  return exitCodeOf(each?.failure);
}

/** Returns a whole listing, of a position that came again what came last. */
async function* latestOf(
  pages: AsyncIterable<readonly Item<Position>[]>,
  again: () => readonly Item<Position>[],
): AsyncGenerator<readonly Item<Position>[]> {
  const all: Item<Position>[] = [];
  for await (const page of pages) all.push(...page);
  const later = new Map(again().map((item) => [keyOf(item.value), item]));
  yield later.size === 0 ? all : all.map((item) => later.get(keyOf(item.value)) ?? item);
}
