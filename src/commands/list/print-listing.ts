import { emptySides } from "../../analytics/position/held-legs.js";
import { decimal } from "../../base/decimal.js";
import { createHandles, type Handles, LASTING_HANDLES } from "../../base/names/handle.js";
import type { Client } from "../../client/client.js";
import type { Item } from "../../client/listing/item-pages.js";
import type { Page } from "../../client/listing/page.js";
import type { ListPositionsOptions, Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { printerOf, printNotes } from "../../command/print.js";
import { printNext, showsNext } from "../../command/print-next.js";
import type { OutputOptions } from "../../output/formats/format.js";
import { recorded } from "../../portfolio/looks/keep-look.js";
import { keepIds } from "../../portfolio/positions/keep-ids.js";
import { keyOf, observe } from "../../portfolio/positions/observe.js";
import { withPortfolio } from "../../views/position/owned-positions.js";
import {
  HANDLE_KEY,
  type PositionViewOptions,
  positionsView,
} from "../../views/position/positions.js";
import { listEach } from "./each-portfolio.js";

/** A listing, and how it is printed. */
export interface Printed {
  readonly request: ListPositionsOptions;
  readonly look: Omit<PositionViewOptions, "now">;
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
  const handles = showsHandles(output)
    ? createHandles(isWhole({ request, output }))
    : LASTING_HANDLES;
  const ownView = positionsView({
    ...{ ...look, handles },
    get now() {
      return client.serviceNow();
    },
  });
  const view = withPortfolio(ownView, ownerOf, isList);
  const { limit, ...whole } = withNames(request, handles);
  const wanted = output.sort === undefined ? { ...whole, limit } : whole;
  const each = isList ? await listEach(context, client, wanted) : undefined;
  const kept = each?.pages ?? onePortfolio(context, client, wanted);
  const sortedLimit = output.sort === undefined ? undefined : limit;
  const listing = observe(kept, context, { output, sortedLimit });
  let worst: Position | undefined;
  const seen = async function* () {
    for await (const page of listing.items) {
      for (const { value } of page) if (isWorse(value, worst)) worst = value;
      yield page;
    }
  };
  const shown = (await showsNext(context)) ? seen() : listing.items;
  const isWritten = output.format.isLaidOut || output.sort !== undefined;
  const items = isWritten ? latestOf(shown, listing.again) : shown;
  printNotes(context, await printer.list(items, view, limit));
  listing.report();
  if (worst !== undefined) await printNext(context, [["get", handles.of(worst)]]);
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

/** Lists one portfolio, page by page. */
function onePortfolio(
  context: Context,
  client: Client,
  request: ListPositionsOptions,
): AsyncGenerator<Page<Item<Position>>> {
  const pages = client.positions.list(request).withSource().pages();
  return keepIds(context, recorded(context, client, request, pages), request.portfolioId);
}

/** Reports whether a position is the one to look at first: with an empty side, else the least net PnL. */
function isWorse(position: Position, worst: Position | undefined): boolean {
  if (position.status === "closed") return false;
  if (worst === undefined) return true;
  const [one, other] = [position, worst].map((it) => emptySides(it).length);
  if (one !== other) return Number(one) > Number(other);
  const [net, least] = [position, worst].map((it) => decimal(it.performance?.net_pnl ?? null));
  return net != null && least?.lt(net) !== true;
}

/** Reports whether positions are named in the output: of a million, the names take 160 MB. */
function showsHandles({ format, columns = [], sort }: OutputOptions): boolean {
  return format.isLaidOut || columns.includes(HANDLE_KEY) || sort?.key === HANDLE_KEY;
}

/** Reports whether every open position is known before the first row is printed. */
function isWhole({ request, output }: Pick<Printed, "request" | "output">): boolean {
  const { limit, cursor, statuses } = request;
  const isAll = cursor === undefined && statuses?.includes("open") !== false;
  if (output.sort !== undefined) return isAll;
  return isAll && limit === undefined && output.format.isLaidOut;
}

/** Returns a request whose filter also adds the positions that it leaves out to the handles. */
function withNames(request: ListPositionsOptions, handles: Handles): ListPositionsOptions {
  const { where } = request;
  if (where === undefined) return request;
  const named: typeof where = (position) => {
    handles.add(position);
    return where(position);
  };
  return { ...request, where: named };
}
