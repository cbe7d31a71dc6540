import { keysAnswered } from "../../base/collections.js";
import { listedMarket } from "../../base/names/market-name.js";
import { findMarkets } from "../../book/markets/find-markets.js";
import { withIdsFromStdin } from "../../book/positions/ids-from-stdin.js";
import { AnswerError } from "../../client/errors.js";
import type { Item } from "../../client/listing/items.js";
import type { PublicListing } from "../../client/listing/public-listing.js";
import { onePage } from "../../output/formats/format.js";
import { notesSection } from "../../output/table/page.js";
import { REFRESH_OPTION } from "../../run/common-options.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf, type Failure, gravestOf } from "../../run/errors/kinds.js";
import { NotListedError } from "../../run/errors/report.js";
import { MARKET } from "../../run/kinds.js";
import { printerOf, printNext, printNotes } from "../../run/print.js";
import { undocumentedView } from "../../run/screen/undocumented-records.js";

export const fundingMarkets = defineCommand({
  args: {
    market: {
      kind: MARKET,
      many: true,
      optional: true,
      help: "only these markets: binance:BTCUSDT, BTC/binance, BTC where it has one, or ids; - reads stdin",
    },
  },
  options: { refresh: REFRESH_OPTION },
  examples: {
    "carry funding markets": "every market",
    "carry funding markets 1 2 -o json": "two of them, for a script",
  },
  async run(context, { args }) {
    const names = await withIdsFromStdin(context, args.market ?? [], "market");
    const client = await context.client();
    const listing = await client.funding.markets({ signal: context.io.signal }).withSource();
    if (names.length === 0) {
      const code = await printListing(context, listing, "No markets.");
      await printNext(context, [["funding", "rank"]]);
      return code;
    }
    const { ids, failure } = await findMarkets(context, names);
    if (ids.length === 0) return exitCodeOf(failure);
    return printMarkets(context, listing, ids, failure);
  },
});

export const fundingArbitrage = defineCommand({
  options: { refresh: REFRESH_OPTION },
  examples: {
    "carry funding arbitrage": "what the service found today",
    "carry funding arbitrage -o csv": "the same for a spreadsheet",
  },
  async run(context) {
    const client = await context.client();
    const listing = await client.funding.arbitrage({ signal: context.io.signal }).withSource();
    const code = await printListing(context, listing, "The listing is empty.");
    await printNext(context, [["funding", "rank"]]);
    return code;
  },
});

const AS_LISTED = "as listed, undocumented: rate and spread taken as fractions, APR as % a year";

/** Prints a public listing as sent. @param empty what a table without rows says */
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
  await keysAnswered(); // a huge listing was read in one go, and a signal may have come
  const records = undocumentedView(values, empty);
  await keysAnswered();
  const hasRates = records.columns.some(({ kind }) => kind === "rate" || kind === "percent");
  const foot = () => notesSection(hasRates ? [AS_LISTED] : []);
  const view = { ...records, foot, isListing: true } as const;
  await printer.check(view);
  if (view.leftOut > 0) {
    const text = `${view.leftOut} fields are left out, since the table has too many; -o json prints all`;
    context.messages.warning("LEFT_OUT", text);
  }
  const outcome =
    listing.kind === "list"
      ? await printer.list(onePage(items), view)
      : await printer.things(items, view, false);
  printNotes(context, outcome);
  return ExitCode.done;
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
