import type { Asset } from "../../client/resources/asset.js";
import { onePage } from "../../output/formats/format.js";
import type { Column, View } from "../../output/table/column.js";
import { REFRESH_OPTION } from "../../run/common-options.js";
import { defineCommand } from "../../run/define.js";
import { NAME, TEXT } from "../../run/kinds.js";
import { printerOf, printNext, printNotes } from "../../run/print.js";

const columns: Column<Asset>[] = [
  { key: "asset", header: "asset", kind: "text", value: (it) => it.asset },
  { key: "name", header: "name", kind: "text", priority: 2, value: (it) => it.name },
  { key: "asset_class", header: "class", kind: "text", priority: 3, value: (it) => it.asset_class },
  { key: "market_count", header: "markets", kind: "integer", value: (it) => it.market_count },
  {
    key: "exchange_count",
    header: "exchanges",
    kind: "integer",
    priority: 1,
    value: (it) => it.exchange_count,
  },
];

const keys = columns.map((column) => column.key);

const view: View<Asset> = {
  rows: (asset) => [asset],
  isListing: true,
  columns,
  defaults: { table: keys, csv: keys },
  empty: "No assets.",
};

export const assets = defineCommand({
  options: {
    class: {
      kind: { ...NAME, suggest: "asset-class" },
      many: "list",
      value: "class",
      help: "only this asset class, for example crypto; repeatable",
    },
    search: { kind: TEXT, value: "text", help: "only assets with this in their symbol or name" },
    refresh: REFRESH_OPTION,
  },
  views: () => [view],
  examples: {
    "carry assets --class crypto --sort market_count:desc": "assets with the most markets first",
    "carry assets --search eth -o json": "assets by symbol or name",
  },
  async run(context, { options }) {
    const printer = await printerOf(context);
    await printer.check(view);
    const client = await context.client();
    const assets = await client.assets
      .list({ classes: options.class, signal: context.io.signal })
      .withSource();
    const wanted = assets.filter((item) => matches(item.value, options.search));
    printNotes(context, await printer.list(onePage(wanted), view));
    const [first] = wanted;
    if (first !== undefined) await printNext(context, [["funding", "rank", first.value.asset]]);
  },
});

function matches(asset: Asset, search: string | undefined): boolean {
  if (search === undefined) return true;
  const wanted = search.toLowerCase();
  return [asset.asset, asset.name].some((it) => it.toLowerCase().includes(wanted));
}
