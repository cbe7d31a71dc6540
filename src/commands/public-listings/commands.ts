import { listedMarket } from "../../base/names/market-name.js";
import { findMarkets } from "../../book/markets/find-markets.js";
import { printListing, printPublic } from "../../book/markets/print-listing.js";
import { withIdsFromStdin } from "../../book/positions/ids-from-stdin.js";
import { AnswerError } from "../../client/errors.js";
import type { Item } from "../../client/listing/item-pages.js";
import type { PublicListing } from "../../client/listing/public-listing.js";
import { REFRESH_OPTION } from "../../run/common-options.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf, type Failure, gravestOf } from "../../run/errors/kinds.js";
import { NotListedError } from "../../run/errors/report.js";
import { MARKET } from "../../run/kinds.js";
import { printNext } from "../../run/print.js";

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
    const code = await printPublic(context, ({ funding }, options) => funding.arbitrage(options));
    await printNext(context, [["funding", "rank"]]);
    return code;
  },
});

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
