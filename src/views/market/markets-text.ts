import type { ListedMarket } from "../../base/names/listed-market.js";
import { firstOf } from "../../output/text/first-of.js";
import { marketFinder } from "./market-fields.js";

/** Names markets by their handles: `bybit:BTCUSDT, market 5`, and beyond 8 `and 3 more`. */
export function marketsText(ids: readonly number[], markets: readonly ListedMarket[]): string {
  const find = marketFinder(markets);
  const handles = ids.map((id) => find(id).handle ?? String(id));
  return firstOf(handles.map((it, at) => (it === String(ids[at]) ? `market ${it}` : it)));
}
