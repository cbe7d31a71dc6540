import { unfetchedOf } from "../../analytics/market/rate-market.js";
import type { Context } from "../../command/context.js";
import { ASSET } from "../../command/kinds.js";
import type { ArgumentsData } from "../../command/option.js";
import { printerOf } from "../../command/print.js";
import type { View } from "../../output/table/column.js";
import { readArchiveWish, type TypedArchive } from "../funding/archive-wish.js";

/** Arguments of commands about the settled funding of all markets. */
export const MARKETS_OF = {
  asset: {
    kind: ASSET,
    many: true,
    optional: true,
    help: "only markets of these assets; if omitted, every listed market",
  },
} as const satisfies ArgumentsData;

interface Typed {
  readonly args: { readonly asset?: readonly string[] };
  readonly options: TypedArchive;
}

/** Checks how a view is printed, then returns the markets of the typed assets with their settled funding. */
export async function chosenMarkets<T>(context: Context, { args, options }: Typed, view: View<T>) {
  const assets = args.asset ?? [];
  const wish = readArchiveWish(options, undefined, await context.now());
  await (await printerOf(context)).check(view); // before anything is fetched
  const { rankSource } = await import("./settled-markets.js");
  const source = await rankSource(context, assets, wish, options.archive !== false);
  return {
    ...source,
    assets,
    asOf: wish?.asOf,
    /** Whether what is held is marked: not where the archive is all that is read. */
    isMarked: wish === undefined,
    unfetched: unfetchedOf(source.markets, source.events),
  };
}
