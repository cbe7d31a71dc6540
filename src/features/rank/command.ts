import type { RankedEvents } from "../../analytics/market/rate-market.js";
import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { ASSET, SHARE } from "../../command/kinds.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { ARCHIVE_OPTIONS, readArchiveWish } from "../../portfolio/funding/archive-wish.js";
import { oneOf, wholeNumber } from "../../settings/kinds.js";
import type { RankTerms } from "./figures.js";
import { heldPairs } from "./held.js";
import { RANK_ORDERS } from "./orders.js";
import { rankView } from "./pairs.js";
import type { RankSource } from "./settled-markets.js";
import { RANK_SUBJECTS, type ShownRanking } from "./words.js";

const OPTIONS = {
  by: {
    kind: oneOf(RANK_SUBJECTS),
    value: "what",
    help: "rank pairs of markets of one asset, or markets by themselves (default: pair)",
  },
  order: {
    kind: oneOf(RANK_ORDERS),
    value: "figure",
    help: "what to order by: shrunk (what of the 30-day mean is more than luck), worst (7 days), mean (30 days) or 7d (default: shrunk; markets by the size of their mean)",
  },
  fee: {
    kind: SHARE,
    value: "share",
    help: "fee of a fill, such as 5bps or 0.05%: also the rate of 30 days less four fills, and the days that earn them",
  },
  minDays: {
    kind: wholeNumber(1, 30),
    value: "n",
    help: "leave out what has fewer covered days of the 30",
  },
  maxHoles: {
    kind: wholeNumber(0),
    value: "n",
    help: "leave out what has more missing events in the 30 days",
  },
  top: { kind: wholeNumber(1), value: "n", help: "only the best n (default: all)" },
  ...ARCHIVE_OPTIONS,
} as const satisfies OptionsData;

type RankOptions = OptionsOf<typeof OPTIONS>;

export const fundingRank = defineCommand({
  description:
    "Rank pairs of markets of one asset, or markets, by the funding they settled in the last 30 days: percent per year over 1, 3, 7 and 30 days, the worst 7 days in a row, and how much of the time is covered (formulas: carry explain <name>; an example: docs/decide.md). A pair is long where the rate was lower. Of a pair, its standard error and what of its 30-day mean is more than luck, by which pairs are ordered; what is covered for less than 95 % comes last. Markets and assets are as listed by the service, whose listing is not documented. The best of many pairs were chosen after the fact: settled funding is not a forecast",
  args: {
    asset: {
      kind: ASSET,
      many: true,
      optional: true,
      help: "only markets of these assets; if omitted, every listed market",
    },
  },
  options: OPTIONS,
  views: () => RANK_SUBJECTS.map((by) => rankView(by)),
  examples: [
    {
      line: "carry funding rank BTC ETH",
      what: "the pairs of two assets, the best first",
    },
    {
      line: "carry funding rank BTC --order worst --fee 5bps",
      what: "the best worst week first, with the days that earn four fills",
    },
    { line: "carry funding rank BTC --by market", what: "each market of an asset" },
    {
      line: "carry funding rank --top 10 --max-holes 0 -o csv",
      what: "the best ten of all pairs without a missing event, for a spreadsheet",
    },
    {
      line: "carry funding rank SOL -o json --query 'rows[0].[long.market_id, short.market_id]'",
      what: "the markets of the first pair, for a script",
    },
  ],
  async run(context, { args, options }) {
    const assets = args.asset ?? [];
    const { by = "pair" } = options;
    refuseForMarkets(options);
    const wish = readArchiveWish(options, undefined, await context.now());
    await (await printerOf(context)).check(rankView(by)); // before anything is fetched
    const { rankSource } = await import("./settled-markets.js");
    const source = await rankSource(context, assets, wish, options.archive !== false);
    return show(context, source, assets, options, wish?.asOf);
  },
});

/** @throws {UsageError} for what only pairs have */
function refuseForMarkets({ by, order, fee }: RankOptions): void {
  if (by !== "market" || (order !== "shrunk" && fee === undefined)) return;
  const what = fee === undefined ? "--order shrunk" : "--fee";
  throw new UsageError(`funding rank: ${what} is of pairs, not of markets by themselves`);
}

async function show(
  context: Context,
  source: RankSource,
  assets: readonly string[],
  { by = "pair", minDays, maxHoles, top, order, fee }: RankOptions,
  asOf: number | undefined,
): Promise<ExitCode> {
  const { rankMarkets, rankPairs } = await import("./figures.js");
  const { rankAnswer } = await import("./record.js");
  const { Big } = await import("big.js");
  const ofFill = fee && new Big(fee.amount).div(fee.unit === "%" ? 100 : 10_000);
  const terms: RankTerms = { now: source.now, minDays, maxHoles, order, fee: ofFill };
  const ranking =
    by === "market" ? rankMarkets(source.events, terms) : rankPairs(groupsOf(source), terms);
  const { markets, archive } = source;
  const held = by === "pair" && archive === undefined ? await heldPairs(context) : undefined;
  const shown: ShownRanking = {
    ...{ by, ranking, markets, assets, archive, asOf, top, held },
    unfetched: unfetchedOf(source),
    terms,
  };
  if (ranking.ranked.length === 0) await noteNone(context, shown);
  const rows = ranking.ranked.slice(0, top);
  await printComputed(context, {
    json: () => rankAnswer(by, shown).json(shown),
    rows,
    view: rankView(by, shown),
  });
  return exitCodeOf(source.failure);
}

/** Warns of why nothing is ranked, since a table without rows says nothing below it. */
async function noteNone({ messages }: Context, shown: ShownRanking): Promise<void> {
  const { leftOutTexts } = await import("./totals.js");
  const texts = leftOutTexts(shown);
  for (const text of texts) messages.warning("LEFT_OUT", `left out: ${text}`);
  if (texts.length === 0 && shown.by === "pair") {
    messages.warning("LEFT_OUT", "nothing to pair: no asset has two markets");
  }
}

/** Returns the ids of the markets whose settled funding could not be fetched. */
function unfetchedOf({ markets, events }: RankSource): number[] {
  const fetched = new Set(events.map(({ id }) => id));
  return markets.map(({ id }) => id).filter((id) => !fetched.has(id));
}

/** Returns the markets of each asset, in any case of letters; one without a listed asset is in no group. */
function groupsOf({ markets, events }: RankSource): RankedEvents[][] {
  const groups = new Map<string, RankedEvents[]>();
  const assets = new Map(markets.map(({ id, asset }) => [id, asset?.toLowerCase()]));
  for (const market of events) {
    const asset = assets.get(market.id);
    if (asset === undefined) continue;
    groups.set(asset, [...(groups.get(asset) ?? []), market]);
  }
  return [...groups.values()];
}
