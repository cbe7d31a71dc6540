import { BOTH_SIDES, type BySide, bySide } from "../../analytics/market/by-side.js";
import { marketHandle, marketLabel } from "../../base/names/market-name.js";
import { keptSince } from "../../client/resources/resolution.js";
import { checkChart, printChart } from "../../command/chart.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { printNext } from "../../command/print-next.js";
import { feeOn } from "../../command/share.js";
import { atServiceTime, parseRange, startOf } from "../../command/times.js";
import { noteListing, noteRetention } from "../../portfolio/funding/settled.js";
import {
  fetchPair,
  LONG_SIDE,
  type PairRange,
  readsArchive,
  SHORT_SIDE,
} from "../../portfolio/markets/compared-markets.js";
import type { ShownBacktest } from "./lines.js";
import { BACKTEST_OPTIONS, type BacktestOptions } from "./options.js";
import { DEFAULT_DAYS, pairRange } from "./pair-range.js";
import { backtestInputs } from "./terms-options.js";
import { backtestView } from "./view.js";

export const fundingBacktest = defineCommand({
  description:
    "Compute what a fixed hedge of two markets would have received, long on the first and short on the second: settled funding of both, each on its own clock, the basis at mark prices, fees, slippage and net, with the APR, the break-even time, the max drawdown, and with --hold the same of every window of that length (formulas: carry explain <name>). Past funding, not a forecast",
  args: { long: LONG_SIDE, short: SHORT_SIDE },
  options: BACKTEST_OPTIONS,
  views: () => [backtestView()],
  examples: {
    "carry funding backtest binance:BTCUSDT hyperliquid:BTC --fee 5bps":
      "the last 30 days, 10,000 USD a side",
    "carry funding backtest 1 4 --fee-long 2bps --fee-short 5.5bps --slippage 1bps --hold 7d":
      "other fees on each side, and every hedge of a week",
    "carry funding backtest 1 4 --fee 5bps --start 14d --chart": "two weeks as a chart",
    "carry funding backtest 1 4 --fee 5bps -o json --query totals.net.value":
      "the net PnL, for a script",
  },
  async run(context, { args, options }) {
    const fees = await context.setting("fees");
    if (fees === undefined) backtestInputs(options); // refused before anything is fetched
    if (options.chart === true) await checkChart(context, 2);
    await (await printerOf(context)).check(backtestView()); // before anything is fetched
    const names = [args.long, args.short] as const;
    const { range, pair } = await atServiceTime(context, async (now) => {
      const { range, isRead } = await rangeOf(context, options, now);
      return { range, pair: await fetchPair(context, "funding backtest", names, range, isRead) };
    });
    if (typeof pair === "number") return pair;
    const known = bySide((side) => feeOn(fees, pair.markets[side].exchange));
    const inputs = backtestInputs(options, known);
    const { shownBacktest } = await import("./shown.js");
    const { look } = await context.outputOptions();
    const shown = shownBacktest(pair, inputs, options, look);
    const labels = bySide((side) => marketLabel(pair.markets[side]));
    for (const side of BOTH_SIDES) {
      await noteListing(
        context,
        labels[side],
        pair.events[side],
        range.start,
        "counted as missing",
      );
    }
    noteGaps(context, shown, labels);
    if (options.chart === true) await draw(context, shown);
    else await print(context, shown);
    await printNext(context, nextOf(shown));
    return undefined;
  },
});

/** Returns the range within what the service still has, unless an archive is read. */
async function rangeOf(
  context: Context,
  typed: BacktestOptions,
  now: number,
): Promise<{ readonly range: PairRange; readonly isRead: boolean }> {
  const wanted = parseRange(typed, now);
  const start = startOf(wanted, DEFAULT_DAYS);
  const isRead = await readsArchive(context, start, now);
  const kept = isRead ? Number.NEGATIVE_INFINITY : keptSince(now);
  if (!isRead) noteRetention(context, "event", { start: start ?? now }, now);
  return { range: pairRange(wanted, now, kept), isRead };
}

async function print(context: Context, shown: ShownBacktest): Promise<void> {
  const { BACKTEST } = await import("./record.js");
  await printComputed(context, {
    json: () => BACKTEST.json(shown),
    rows: shown.result.path,
    view: backtestView(shown),
  });
}

async function draw(context: Context, shown: ShownBacktest): Promise<void> {
  const { backtestPlots } = await import("./chart.js");
  const { chartTotals } = await import("./lines.js");
  await printChart(context, backtestPlots(shown), chartTotals(shown));
}

/** Returns commands that show more of the pair, and the other pairs of the asset. */
function nextOf({ pair: { markets } }: ShownBacktest): string[][] {
  const { long, short } = bySide((side) => marketHandle(markets[side]));
  const { asset } = markets.long;
  return [
    ["funding", "compare", long, short],
    ...(asset === undefined ? [] : [["funding", "rank", asset]]),
  ];
}

/** Warns of events that are not in the figures. */
function noteGaps(
  { messages }: Context,
  { result, terms }: ShownBacktest,
  labels: BySide<string>,
): void {
  const { events, stretches } = result.holes;
  if (stretches === 1) return;
  const counts = BOTH_SIDES.map((side) => `${events[side]} of ${labels[side]}`);
  const taken =
    terms.gaps === "allow"
      ? "they are in no sum"
      : `the longest of ${stretches} stretches is taken`;
  messages.warning(
    "LEFT_OUT",
    `events are missing, conflict, or have no rate or mark price: ${counts.join(", ")}; ${taken}`,
  );
}
