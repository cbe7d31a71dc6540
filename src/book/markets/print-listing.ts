import { UsageError } from "../../base/usage-error.js";
import type { Client } from "../../client/client.js";
import type { Call } from "../../client/listing/page.js";
import type { PublicListing } from "../../client/listing/public-listing.js";
import type { SignalOptions } from "../../client/resources/resource.js";
import { onePage } from "../../output/formats/pages.js";
import type { Context } from "../../run/context.js";
import { ExitCode } from "../../run/errors/exit-codes.js";
import { printerOf, printNotes } from "../../run/print.js";
import { listingView } from "./unknown-view.js";

/** Prints a public listing of the service as sent. */
export async function printPublic(
  context: Context,
  fetch: (client: Client, options: SignalOptions) => Call<unknown, PublicListing>,
): Promise<ExitCode> {
  const { signal } = context.io;
  const listing = await fetch(await context.client(), { signal }).withSource();
  return printListing(context, listing, "The listing is empty.");
}

/** Prints a public listing as sent. @param empty what a table without rows says */
export async function printListing(
  context: Context,
  listing: PublicListing,
  empty: string,
): Promise<ExitCode> {
  const printer = await printerOf(context);
  if (listing.kind === "other") {
    context.messages.note("AS_SENT", "the answer is neither a list nor an object; printed as sent");
    printNotes(context, await printer.asSent(listing.item));
    return ExitCode.done;
  }
  const items = listing.kind === "list" ? listing.items : [listing.item];
  const values = items.map((item) => item.value);
  const view = { ...listingView(values, empty), isListing: true } as const;
  await printer.check(view);
  await refuseEndlessTable(context, items.length);
  if (view.leftOut > 0) {
    context.messages.warning(
      "LEFT_OUT",
      `${view.leftOut} fields are left out, since the table has too many; -o json prints all`,
    );
  }
  const outcome =
    listing.kind === "list"
      ? await printer.list(onePage(items), view)
      : await printer.things(items, view, false);
  printNotes(context, outcome);
  return ExitCode.done;
}

/** Maximum number of rows of a table, since laying out a larger one takes long. */
const MOST_ROWS = 100_000;

/** @throws {UsageError} for a table with more than {@link MOST_ROWS} rows */
async function refuseEndlessTable(context: Context, rows: number): Promise<void> {
  const { format } = await context.outputOptions();
  if (!format.isLaidOut || rows <= MOST_ROWS) return;
  throw new UsageError(
    `the service lists ${rows} records, too many for a table`,
    "print them with -o ndjson, json or csv",
  );
}
