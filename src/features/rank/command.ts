import { pairsOf } from "../../analytics/market/held-markets.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import type { OptionsOf } from "../../command/option.js";
import { printComputed } from "../../command/print-computed.js";
import { printNext } from "../../command/print-next.js";
import { REFRESH_OPTION } from "../../command/refresh.js";
import { chosenMarkets, MARKETS_OF } from "../../portfolio/markets/chosen-markets.js";
import { positionsToMark } from "../../portfolio/markets/positions-to-mark.js";
import { marketFinder } from "../../views/market/market-fields.js";
import { RANK_OPTIONS, refuseForMarkets } from "./options.js";
import { rankView } from "./pairs.js";
import { RANK_SUBJECTS, type ShownRanking } from "./words.js";

const OPTIONS = { ...RANK_OPTIONS, refresh: REFRESH_OPTION };

type RankOptions = OptionsOf<typeof OPTIONS>;

export const fundingRank = defineCommand({
  description:
    "Rank pairs of markets of one asset, or markets, by the funding they settled in the last 30 days: percent per year over 1, 3, 7 and 30 days, the worst 7 days in a row, and how much of the time is covered (formulas: carry explain rank). A pair is long where the rate was lower. Of a pair, its standard error and what of its 30-day mean is more than luck, by which pairs are ordered; what is covered for less than 95 % comes last. Markets and assets are as listed by the service, whose listing is undocumented. The best of many pairs were chosen after the fact: past funding, not a forecast",
  args: MARKETS_OF,
  options: OPTIONS,
  views: () => RANK_SUBJECTS.map((by) => rankView(by)),
  examples: {
    "carry funding rank BTC ETH": "the pairs of two assets, the best first",
    "carry funding rank BTC --order worst --fee 5bps":
      "the best worst week first, with the days that earn four fills",
    "carry funding rank BTC --by market": "each market of an asset",
    "carry funding rank --top 10 --max-gaps 0 -o csv":
      "the best ten of all pairs without a missing event, for a spreadsheet",
    "carry funding rank SOL -o json --query 'rows[0].[long.market_id, short.market_id]'":
      "the markets of the first pair, for a script",
  },
  async run(context, typed) {
    const { by = "pair" } = typed.options;
    refuseForMarkets(typed.options);
    const source = await chosenMarkets(context, typed, rankView(by));
    return show(context, source, typed.options);
  },
});

async function show(
  context: Context,
  { failure, ...source }: Awaited<ReturnType<typeof chosenMarkets>>,
  options: RankOptions,
): Promise<ExitCode> {
  const { shownRanking } = await import("./ranking.js");
  const { rankAnswer } = await import("./record.js");
  const { by = "pair", top } = options;
  const positions = by === "pair" ? await positionsToMark(context) : undefined;
  const held = positions && pairsOf(positions);
  const shown = shownRanking({ ...source, held }, options);
  const { ranked } = shown.ranking;
  if (ranked.length === 0) await noteNone(context, shown);
  await printComputed(context, {
    json: () => rankAnswer(by, shown).json(shown),
    rows: ranked.slice(0, top),
    view: rankView(by, shown),
  });
  await printNext(context, nextOf(shown, options.fee));
  return exitCodeOf(failure);
}

/** Returns commands that show more of the best row. */
function nextOf({ ranking: { ranked }, markets }: ShownRanking, fee?: RankOptions["fee"]) {
  const find = marketFinder(markets);
  const [long, short] = [ranked[0]?.long, ranked[0]?.short].map((id) => find(id).handle);
  if (long === undefined) return [];
  if (short === undefined) return [["funding", "history", long, "--chart"]];
  const typed = fee === undefined ? [] : ["--fee", `${fee.amount}${fee.unit}`];
  return [["funding", "compare", long, short, ...typed]];
}

/** Warns why nothing is ranked, since a table without rows has no notes. */
async function noteNone({ messages }: Context, shown: ShownRanking): Promise<void> {
  const { leftOutTexts } = await import("./totals.js");
  const texts = leftOutTexts(shown);
  for (const text of texts) messages.warning("LEFT_OUT", `left out: ${text}`);
  if (texts.length === 0 && shown.by === "pair") {
    messages.warning("LEFT_OUT", "nothing to pair: no asset has two markets");
  }
}
