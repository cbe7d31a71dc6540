import { emptySides } from "../../analytics/position/held-legs.js";
import { decimal } from "../../base/decimal.js";
import { createHandles, type Handles, LASTING_HANDLES } from "../../base/names/handle.js";
import { UsageError } from "../../base/usage-error.js";
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
import { isOneDocument, type OutputOptions } from "../../output/formats/format.js";
import type { Filters } from "../../portfolio/positions/filters.js";
import { keepIds } from "../../portfolio/positions/keep-ids.js";
import { observe } from "../../portfolio/positions/observe.js";
import { type PositionRuns, runsOfPositions } from "../../portfolio/positions/runs.js";
import { recorded } from "../../portfolio/recorded/record.js";
import type { Sink } from "../../terminal/io.js";
import { withPortfolio } from "../../views/position/owned-positions.js";
import {
  HANDLE_KEY,
  type PositionViewOptions,
  positionsView,
} from "../../views/position/positions.js";
import type { CursorFile } from "./cursor-file.js";
import { listEach } from "./each-portfolio.js";

/** A listing, and how it is printed. */
export interface Printed {
  readonly request: ListPositionsOptions;
  readonly look: Omit<PositionViewOptions, "now">;
  /** Output options with the full keys of the columns. */
  readonly output: OutputOptions;
  readonly showsRun: boolean;
}

/** Prints positions page by page. @param file where the listing goes on, and keeps its cursor */
export async function printListing(
  context: Context,
  { request, look, output, showsRun }: Printed,
  file?: CursorFile,
): Promise<ExitCode> {
  const { stdout } = context.io;
  const missing = file?.missingRows(stdout.file?.()) ?? "";
  if (missing !== "") await stdout.write(missing);
  const printer =
    file === undefined
      ? await printerOf(context)
      : await printerOf(context, {
          stdout: storingSink(stdout, file),
          header: output.header && file.cursor === undefined,
        });
  const { isList, of: ownerOf } = await context.portfolios();
  const client = await context.client(showsRun || isList ? CONCURRENCY : 1);
  const runs = showsRun ? await runsOfPositions(context, client) : undefined;
  const handles = showsHandles(output)
    ? createHandles(isWhole({ request, output }, file))
    : LASTING_HANDLES;
  const ownView = positionsView({
    ...{ ...look, handles },
    ...(runs !== undefined && { runsOf: runs.of, historyOf: runs.historyOf }),
    get now() {
      return client.serviceNow();
    },
  });
  const view = withPortfolio(ownView, ownerOf, isList);
  const { limit, ...whole } = withNames(request, handles);
  const wanted = output.sort === undefined ? { ...whole, limit } : whole;
  const each = isList ? await listEach(context, client, wanted) : undefined;
  const kept = each?.pages ?? onePortfolio(context, client, wanted, file);
  const sortedLimit = output.sort === undefined ? undefined : limit;
  const listed = runs === undefined ? kept : withRuns(kept, runs);
  const listing = observe(listed, context, { output, sortedLimit });
  let worst: Position | undefined;
  const seen = async function* () {
    for await (const page of listing.items) {
      for (const { value } of page) if (isWorse(value, worst)) worst = value;
      yield page;
    }
  };
  const items = (await showsNext(context)) ? seen() : listing.items;
  printNotes(context, await printer.list(items, view, limit));
  listing.report();
  if (worst !== undefined) await printNext(context, [["get", handles.of(worst)]]);
  return exitCodeOf(each?.failure);
}

/** Lists one portfolio, page by page, from the cursor in a file if there is one. */
function onePortfolio(
  context: Context,
  client: Client,
  request: ListPositionsOptions,
  file: CursorFile | undefined,
): AsyncGenerator<Page<Item<Position>>> {
  const cursor = file?.cursor ?? request.cursor;
  const left =
    file?.cursor === null
      ? noPages<Item<Position>>()
      : client.positions
          .list({ ...request, cursor })
          .withSource()
          .pages();
  const pages = file === undefined ? recorded(context, client, request, left) : file.follow(left);
  return keepIds(context, pages, request.portfolioId);
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
function isWhole({ request, output }: Pick<Printed, "request" | "output">, file?: CursorFile) {
  const { limit, cursor, statuses } = request;
  const isAll = cursor === undefined && file === undefined && statuses?.includes("open") !== false;
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

/** Returns a sink that stores the rows of each page before they are written. */
function storingSink(stdout: Sink, file: CursorFile): Sink {
  return {
    isTTY: stdout.isTTY,
    columns: stdout.columns,
    write(text) {
      file.beforeWrite(String(text), stdout.file?.());
      return stdout.write(text);
    },
  };
}

/** Yields the end of a listing of which only the rows of the last page were missing. */
async function* noPages<T>(): AsyncGenerator<Page<T>> {
  yield { items: [], nextCursor: null, duplicates: 0 };
}

/** Yields pages after fetching the current funding of their open positions. */
async function* withRuns(
  pages: AsyncGenerator<Page<Item<Position>>>,
  runs: PositionRuns,
): AsyncGenerator<Page<Item<Position>>> {
  for await (const page of pages) {
    await runs.add(page.items.map(({ value }) => value));
    yield page;
  }
}

/**
 * Prints a listing from the cursor in a file, which keeps it from page to page.
 * @throws {UsageError} for output that cannot be continued, and a file of another listing
 * @throws {StorageError} for a file that cannot be used
 */
export async function resumeListing(
  context: Context,
  listing: Printed,
  path: string,
  filters: Filters,
): Promise<ExitCode> {
  checkResumable(listing.output);
  const { withCursorFile } = await import("./cursor-file.js");
  const { portfolioId, performance } = listing.request;
  const { status = [], asset = [], exchange = [] } = filters;
  const service = (await context.setting("base-url")) ?? "";
  const listed = {
    ...{ service, portfolio: portfolioId, performance: performance !== false },
    ...{ status, asset, exchange },
  };
  return withCursorFile(path, listed, context, (file) => printListing(context, listing, file));
}

/** @throws {UsageError} for output that cannot be continued */
function checkResumable({ format, sort, query }: OutputOptions): void {
  if (sort !== undefined) {
    throw new UsageError("--cursor-file: a sorted listing has no cursor", "leave out --sort");
  }
  if (format.isLaidOut || isOneDocument(format) || (query !== undefined && format.query !== "each"))
    throw new UsageError(
      `--cursor-file: ${format.name} is printed as a whole, and cannot be continued`,
      "add -o ndjson, csv, tsv or text",
    );
}
