import type { Asset } from "../client/resources/asset.js";
import type { Column, View } from "../output/table/column.js";

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

/** View of the tracked assets. */
export const assetsView: View<Asset> = {
  rows: (asset) => [asset],
  columns,
  defaults: { table: keys, csv: keys },
  empty: "No assets.",
};
