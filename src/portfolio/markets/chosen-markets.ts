import { unfetchedOf } from "../../analytics/market/rate-market.js";
import type { Context } from "../../command/context.js";
import { ASSET } from "../../command/kinds.js";
import type { ArgumentsData } from "../../command/option.js";
import { printerOf } from "../../command/print.js";
import type { View } from "../../output/table/column.js";

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
}

/** Checks how a view is printed, then returns the markets of the typed assets with their settled funding. */
export async function chosenMarkets<T>(context: Context, { args }: Typed, view: View<T>) {
  const assets = args.asset ?? [];
  await (await printerOf(context)).check(view); // before anything is fetched
  const { rankSource } = await import("./settled-markets.js");
  const source = await rankSource(context, assets);
  return {
    ...source,
    assets,
    unfetched: unfetchedOf(source.markets, source.events),
  };
}
