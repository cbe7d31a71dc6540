import type { Asset } from "../../client/resources/asset.js";
import { defineCommand } from "../../command/define.js";
import { NAME, TEXT } from "../../command/kinds.js";
import { printerOf, tell } from "../../command/print.js";
import { onePage } from "../../output/formats/pages.js";
import { assetsView } from "../../views/assets.js";

export const assets = defineCommand({
  options: {
    class: {
      kind: { ...NAME, suggest: "asset-class" },
      many: "list",
      value: "class",
      help: "only this asset class, for example crypto; repeatable",
    },
    search: { kind: TEXT, value: "text", help: "only assets with this in their symbol or name" },
  },
  columns: () => assetsView.columns.map(({ key }) => key),
  examples: [
    {
      line: "carry assets --class crypto --sort market_count:desc",
      what: "those with the most markets first",
    },
    { line: "carry assets --search eth -o json", what: "by symbol or name" },
  ],
  async run(context, { options }) {
    const printer = await printerOf(context);
    await printer.check(assetsView);
    const client = await context.client();
    const assets = await client.assets
      .list({ classes: options.class, signal: context.io.signal })
      .withSource();
    const wanted = assets.filter((item) => matches(item.value, options.search));
    tell(context, await printer.list(onePage(wanted), assetsView));
    return undefined;
  },
});

function matches(asset: Asset, search: string | undefined): boolean {
  if (search === undefined) return true;
  const wanted = search.toLowerCase();
  return [asset.asset, asset.name].some((it) => it.toLowerCase().includes(wanted));
}
