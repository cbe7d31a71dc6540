import { Option } from "commander";
import type { Asset } from "../../client/resources/asset.js";
import { printerOf, tell } from "../../command/print.js";
import type { CommandDefinition, Run } from "../../command/spec.js";
import { text, textList } from "../../command/values.js";
import { onePage } from "../../output/formats/pages.js";
import { assetsView } from "../../views/assets.js";

interface Options {
  readonly class?: readonly string[];
  readonly search?: string;
}

const run: Run = async (context, invocation) => {
  const options = invocation.options as Options;
  const printer = await printerOf(context);
  await printer.check(assetsView);
  const client = await context.client();
  const assets = await client.listAssets({
    ...(options.class !== undefined && { classes: options.class }),
    signal: context.io.signal,
  });
  const wanted = assets.filter((item) => matches(item.value, options.search));
  tell(context, await printer.list(onePage(wanted), assetsView));
  return undefined;
};

export const assets: CommandDefinition = {
  options: [
    new Option(
      "--class <class>",
      "only this asset class, for example crypto; repeatable",
    ).argParser(textList("--class")),
    new Option("--search <text>", "only assets with this in their symbol or name").argParser(
      text("--search"),
    ),
  ],
  columns: () => assetsView.columns.map(({ key }) => key),
  examples: [
    {
      line: "carry assets --class crypto --sort market_count:desc",
      what: "those with the most markets first",
    },
    { line: "carry assets --search eth -o json", what: "by symbol or name" },
  ],
  run,
};

function matches(asset: Asset, search: string | undefined): boolean {
  if (search === undefined) return true;
  const wanted = search.toLowerCase();
  return [asset.asset, asset.name].some((it) => it.toLowerCase().includes(wanted));
}
