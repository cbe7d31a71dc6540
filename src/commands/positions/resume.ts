import { UsageError } from "../../base/usage-error.js";
import type { ListPositionsOptions } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { isOneDocument, type OutputOptions } from "../../output/formats/format.js";
import { type Listed, withCursorFile } from "./cursor-file.js";
import type { Filters } from "./filters.js";
import { type Printed, printListing } from "./print-listing.js";

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
  const listed = await listedBy(context, listing.request, filters);
  await withCursorFile(path, listed, context, (file) => printListing(context, listing, file));
}

/** Returns what a cursor file belongs to. */
async function listedBy(
  context: Context,
  { portfolioId, performance }: ListPositionsOptions,
  { status = [], asset = [], exchange = [] }: Filters,
): Promise<Listed> {
  return {
    service: (await context.setting("base-url")) ?? "",
    portfolio: portfolioId,
    performance: performance !== false,
    status,
    asset,
    exchange,
  };
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
