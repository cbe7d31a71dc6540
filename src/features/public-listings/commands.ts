import { listedMarket } from "../../base/names/listed-market.js";
import { UsageError } from "../../base/usage-error.js";
import type { Client } from "../../client/client.js";
import { AnswerError } from "../../client/errors.js";
import type { Call } from "../../client/listing/call.js";
import type { Item } from "../../client/listing/pages.js";
import type { PublicListing } from "../../client/listing/public-listing.js";
import type { SignalOptions } from "../../client/resources/arguments.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf, type Failure, gravestOf } from "../../command/errors/failure.js";
import { NotListedError } from "../../command/errors/not-listed-error.js";
import { MARKET } from "../../command/kinds.js";
import { printerOf, printNotes } from "../../command/print.js";
import { onePage } from "../../output/formats/pages.js";
import { findMarkets } from "../../portfolio/markets/find-markets.js";
import { unknownView } from "../../views/unknown-payload.js";

export const fundingMarkets = defineCommand({
  args: {
    market: {
      kind: MARKET,
      many: true,
      optional: true,
      help: "only these markets: binance:BTCUSDT, BTC/binance, BTC where it has one, or ids",
    },
  },
  examples: [
    { line: "carry funding markets", what: "every market" },
    { line: "carry funding markets 1 2 -o json", what: "two of them, for a script" },
  ],
  async run(context, { args }) {
    const client = await context.client();
    const listing = await client.funding.markets({ signal: context.io.signal }).withSource();
    if ((args.market ?? []).length === 0) return printListing(context, listing, "No markets.");
    const { ids, failure } = await findMarkets(context, args.market ?? []);
    if (ids.length === 0) return exitCodeOf(failure);
    return printMarkets(context, listing, ids, failure);
  },
});

export const fundingArbitrage = defineCommand({
  examples: [
    { line: "carry funding arbitrage", what: "what the service found today" },
    { line: "carry funding arbitrage -o csv", what: "the same for a spreadsheet" },
  ],
  run: (context) => printPublic(context, ({ funding }, options) => funding.arbitrage(options)),
});

export const fundingMarketHistory = defineCommand({
  args: {
    market: { kind: MARKET, help: "a market: binance:BTCUSDT, BTC/binance, BTC or its id" },
  },
  examples: [
    { line: "carry funding market-history 1", what: "the history of a market" },
    { line: "carry funding market-history 1 -o ndjson", what: "one point a line" },
  ],
  async run(context, { args }) {
    const { ids, failure } = await findMarkets(context, [args.market]);
    const [id] = ids;
    if (id === undefined) return exitCodeOf(failure);
    return printPublic(context, ({ funding }, options) => funding.marketHistory(id, options));
  },
});

async function printPublic(
  context: Context,
  fetch: (client: Client, options: SignalOptions) => Call<unknown, PublicListing>,
): Promise<ExitCode> {
  const { signal } = context.io;
  const listing = await fetch(await context.client(), { signal }).withSource();
  return printListing(context, listing, "The listing is empty.");
}

async function printListing(
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
  const view = { ...unknownView(values, { empty }), isListing: true } as const;
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

/** Maximum number of rows of a table, which takes long to lay out. */
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

/** Prints the requested markets in their order; reports each one that is not listed. */
async function printMarkets(
  context: Context,
  listing: PublicListing,
  ids: readonly number[],
  notFound: Failure | undefined,
): Promise<ExitCode> {
  const items: readonly Item<unknown>[] = listing.kind === "list" ? listing.items : [listing.item];
  const found: Item<unknown>[] = [];
  const failures = [notFound];
  for (const id of ids) {
    const market = items.find((item) => listedMarket(item.value).id === id);
    if (market === undefined) {
      failures.push(await context.reportFailure(notListed(id, listing), { id: String(id) }));
    } else {
      found.push(market);
    }
  }
  if (found.length > 0) await printListing(context, { kind: "list", items: found }, "No markets.");
  return exitCodeOf(gravestOf(failures));
}

function notListed(id: number, { kind }: PublicListing): Error {
  if (kind === "list") return new NotListedError(`market ${id} is not listed`);
  return new AnswerError(`market ${id} cannot be found: the service did not answer with a list`, {
    hint: "`carry funding markets` without an id prints the answer as sent",
  });
}
