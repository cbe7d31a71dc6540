import { emptySides } from "../../analytics/position/held-legs.js";
import { decimal } from "../../base/decimal.js";
import { createHandles, type Handles } from "../../base/names/handle.js";
import { UsageError } from "../../base/usage-error.js";
import type { Item } from "../../client/listing/item-pages.js";
import type { Page } from "../../client/listing/page.js";
import type { ListPositionsOptions, Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { printerOf, printNotes } from "../../command/print.js";
import { printNext } from "../../command/print-next.js";
import { isOneDocument, type OutputOptions } from "../../output/formats/format.js";
import type { Filters } from "../../portfolio/positions/filters.js";
import { keepIds } from "../../portfolio/positions/keep-ids.js";
import { observe } from "../../portfolio/positions/observe.js";
import { type PositionRuns, runsOfPositions } from "../../portfolio/positions/runs.js";
import { recorded } from "../../portfolio/recorded/record.js";
import type { Sink } from "../../terminal/io.js";
import { type PositionViewOptions, positionsView } from "../../views/position/positions.js";
import type { CursorFile } from "./cursor-file.js";

/** A listing, and how it is printed. */
export interface Printed {
  readonly request: ListPositionsOptions;
  readonly look: Omit<PositionViewOptions, "now">;
  /** Output options with the full keys of the columns. */
  readonly output: OutputOptions;
  /** Whether the current funding is shown. */
  readonly showsRun: boolean;
}

/** Prints positions page by page. @param file where the listing goes on, and keeps its cursor */
export async function printListing(
  context: Context,
  { request, look, output, showsRun }: Printed,
  file?: CursorFile,
): Promise<void> {
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
  const client = await context.client(showsRun ? CONCURRENCY : 1);
  const runs = showsRun ? await runsOfPositions(context, client) : undefined;
  const handles = createHandles(isWhole({ request, output }, file));
  const view = positionsView({
    ...{ ...look, handles },
    ...(runs !== undefined && { runsOf: runs.of, historyOf: runs.historyOf }),
    get now() {
      return client.serviceNow();
    },
  });
  const { limit, ...whole } = withNames(request, handles);
  const cursor = file?.cursor ?? request.cursor;
  const pages = client.positions
    .list({ ...(output.sort === undefined ? { ...whole, limit } : whole), cursor })
    .withSource()
    .pages();
  const left = file?.cursor === null ? noPages<Item<Position>>() : pages;
  const followed = file === undefined ? left : file.follow(left);
  const listed = runs === undefined ? followed : withRuns(followed, runs);
  const noted = file === undefined ? recorded(context, client, request, listed) : listed;
  const kept = keepIds(context, noted, request.portfolioId);
  const sortedLimit = output.sort === undefined ? undefined : limit;
  const listing = observe(kept, context, { output, sortedLimit });
  let worst: Position | undefined;
  const seen = async function* () {
    for await (const page of listing.items) {
      for (const { value } of page) if (isWorse(value, worst)) worst = value;
      yield page;
    }
  };
  printNotes(context, await printer.list(seen(), view, limit));
  listing.report();
  if (worst !== undefined) await printNext(context, [["get", handles.of(worst)]]);
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

/** Reports whether every open position is known before the first row is printed. */
function isWhole({ request, output }: Pick<Printed, "request" | "output">, file?: CursorFile) {
  const { limit, cursor, statuses } = request;
  const isAll = cursor === undefined && file === undefined && statuses?.includes("open") !== false;
  if (output.sort !== undefined) return isAll;
  return isAll && limit === undefined && output.format.isLaidOut;
}

/** Returns a request whose filter makes also those positions known that it leaves out. */
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
): Promise<void> {
  checkResumable(listing.output);
  const { withCursorFile } = await import("./cursor-file.js");
  const { portfolioId, performance } = listing.request;
  const { status = [], asset = [], exchange = [] } = filters;
  const service = (await context.setting("base-url")) ?? "";
  const listed = {
    ...{ service, portfolio: portfolioId, performance: performance !== false },
    ...{ status, asset, exchange },
  };
  await withCursorFile(path, listed, context, (file) => printListing(context, listing, file));
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
