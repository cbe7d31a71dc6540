import { type ListedMarket, marketFinder, type NamedMarket } from "../../base/names/market-name.js";
import { settledMarkets } from "../../book/markets/listed.js";
import { positionsToMark } from "../../book/markets/positions-to-mark.js";
import { holder, type PairOf, pairLong, pairShort } from "../../figures/catalog/pair.js";
import { isFigure } from "../../figures/figure.js";
import { showsPages } from "../../output/formats/format.js";
import { sortByColumn } from "../../output/table/choose-columns.js";
import { inSentence } from "../../output/text/format.js";
import type { Look, Section } from "../../output/text/look.js";
import { firstOf } from "../../output/text/words.js";
import { REFRESH_OPTION } from "../../run/common-options.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { exitCodeOf } from "../../run/errors/kinds.js";
import { ASSET } from "../../run/kinds.js";
import type { ArgumentsData, OptionsData, OptionsOf } from "../../run/option.js";
import { printNext } from "../../run/print.js";
import { footSection } from "../../run/screen/foot.js";
import { clockText, headLine, joined } from "../../run/screen/heading.js";
import { type Ranking, rankAnswer, rankingOf } from "../../run/screen/ranking.js";
import {
  checkScreen,
  chosenIn,
  figuresIn,
  printScreen,
  tableView,
} from "../../run/screen/screen.js";
import { SHARE } from "../../run/settings/kinds.js";
import { gridSection, MARKET_TABLE, rankTable } from "./screen.js";

const ARGUMENTS = {
  asset: {
    kind: ASSET,
    many: true,
    optional: true,
    help: "only markets of these assets; if omitted, every listed market",
  },
} as const satisfies ArgumentsData;

const OPTIONS = {
  grid: { kind: "flag", help: "every market: assets down, exchanges across, 7 days" },
  fee: {
    kind: SHARE,
    value: "share",
    help: "fee of a fill, such as 5bps or 0.05% (default: the setting fees, else 5bps)",
    excludes: ["grid"],
  },
  all: { kind: "flag", help: "every pair", excludes: ["grid"] },
  refresh: REFRESH_OPTION,
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

const EMPTY = "No pairs to rank";

export const fundingRank = defineCommand({
  description:
    "Rank pairs of markets of one asset by the funding that the next 7 days are likely to pay, percent of the notional a year, with its range and how many of last week's ranges held (formulas: carry explain rate_next_7d). Markets and assets are as listed by the service, whose listing is not documented. Prices, basis and slippage are left out",
  args: ARGUMENTS,
  options: OPTIONS,
  views: () => [tableView(rankTable([], EMPTY)), tableView(MARKET_TABLE)],
  examples: {
    "carry funding rank": "the best 15 pairs, and those that are held",
    "carry funding rank BTC ETH --all --fee 5bps":
      "all pairs of two assets, and when they are even",
    "carry funding rank --grid": "what every market settled, and what is held",
    "carry funding rank -o csv": "every pair, for a spreadsheet",
    "carry funding rank SOL -o json --query 'rows[0].[long, short]'":
      "the markets of the first pair, for a script",
  },
  async run(context, { args: { asset: assets = [] }, options }) {
    const { fee, grid = false } = options;
    await checkScreen(context, tableView<never>(grid ? MARKET_TABLE : rankTable([], EMPTY)));
    const { markets, historyOf, failure, now } = await settledMarkets(context, assets);
    const held = await positionsToMark(context);
    const fees = fee === undefined ? await context.setting("fees") : undefined;
    const ranking = rankingOf(markets, historyOf, held, { assets, now, fee, fees });
    const around = { head: headOf(ranking), leftOut: leftOutText(ranking, markets) };
    if (grid) await printGrid(context, ranking, around);
    else await printPairs(context, ranking, around, options);
    return exitCodeOf(failure);
  },
});

/** What stands above and below a table. */
interface Around {
  readonly head: readonly Section[];
  /** Markets that are in no pair; nothing without one. */
  readonly leftOut: readonly string[];
}

async function printGrid(context: Context, ranking: Ranking, { head, leftOut }: Around) {
  const { declared } = await chosenIn(context, MARKET_TABLE);
  const figures = MARKET_TABLE.catalog.filter(isFigure);
  const foot = footSection(ranking.markets, figures, leftOut, []);
  await printScreen(context, {
    table: MARKET_TABLE,
    declared,
    answer: rankAnswer("grid", MARKET_TABLE, declared),
    inputs: ranking,
    rows: ranking.markets,
    totals: ranking,
    page: () => [gridSection(ranking, head, [foot])],
  });
  const asset = ranking.pairs[0]?.long.names.asset;
  await printNext(context, asset === undefined ? [] : [["funding", "rank", asset]]);
}

const TOP = 15;

/** Prints a table with the first pairs and those that are held; data and chosen columns have all. */
async function printPairs(
  context: Context,
  ranking: Ranking,
  { head, leftOut }: Around,
  { fee, all = false }: Options,
): Promise<void> {
  const { pairs, isAssumed } = ranking;
  const table = rankTable(pairs, `${[EMPTY, ...leftOut].join("; ")}.`);
  const { output, declared } = await chosenIn(context, table);
  const sorted =
    output.sort && sortByColumn(pairs, (it) => it, tableView(table), output.sort).items;
  const isShown = (p: PairOf, at: number) => all || at < TOP || holder(p) !== undefined;
  const rows = showsPages(output) ? (sorted ?? pairs).filter(isShown) : pairs;
  const more = [
    ...leftOut,
    ...(isAssumed ? ["5 bp a fill are assumed: --fee"] : []),
    ...(rows.length < pairs.length ? [`${pairs.length - rows.length} more: --all`] : []),
  ];
  await printScreen(context, {
    table: rankTable(rows, table.empty),
    declared,
    answer: rankAnswer("rank", table, declared),
    inputs: ranking,
    rows,
    totals: ranking,
    head: () => head, // also above chosen columns, since a chance is never shown without the record
    foot: () => [footSection(rows, figuresIn(table, declared), more, [])],
  });
  const [first] = rows;
  const typed = fee === undefined ? [] : ["--fee", `${fee.amount}${fee.unit}`];
  const markets = first === undefined ? [] : [String(pairLong(first)), String(pairShort(first))];
  await printNext(context, first ? [["funding", "compare", ...markets, ...typed]] : []);
}

/** `156 pairs by the next 7 days · last week the ranges held for 126, the 10 best made +19 %/yr` */
function headOf({ pairs, record, bestMade, terms: { now } }: Ranking): Section[] {
  if (pairs.length === 0) return [];
  const pair = pairs.length === 1 ? "pair" : "pairs";
  const of = record === undefined || record.of === pairs.length ? "" : ` of ${record.of}`;
  const made = bestMade && inSentence("yearly", bestMade.toFixed(4), true);
  const best = made === undefined ? "" : `, the 10 best made ${made} %/yr`;
  const held = record ? `last week the ranges held for ${record.held}${of}${best}` : "";
  const first = `${pairs.length} ${pair} by the next 7 days`;
  const right = (look: Look) => clockText(now, now, look);
  const fits = (look: Look) =>
    joined(first, held).length + right(look).length + 2 <= (look.width ?? Number.POSITIVE_INFINITY);
  return [
    headLine((look) => (fits(look) ? joined(first, held) : first), right, "heading"),
    {
      async render(look) {
        return held === "" || fits(look) ? "" : headLine(held, "", "heading").render(look);
      },
    },
  ];
}

function leftOutText({ leftOut }: Ranking, markets: readonly NamedMarket[]): string[] {
  return leftOut.length === 0 ? [] : [`left out: ${namesOf(leftOut, markets)}`];
}

/** Names markets by their handles: `bybit:BTCUSDT, market 5`, and beyond 8 `and 3 more`. */
function namesOf(ids: readonly number[], markets: readonly ListedMarket[]): string {
  const find = marketFinder(markets);
  const named = (id: number) => find(id).handle ?? String(id);
  return firstOf(ids.map((id) => named(id).replace(/^\d+$/, "market $&")));
}
