import { bySide } from "../../analytics/market/by-side.js";
import type { ComparedRange, Comparison } from "../../analytics/market/compare.js";
import { RHYTHM_MS } from "../../analytics/market/rhythm.js";
import { DAY_MS } from "../../base/time/periods.js";
import { keptSince, RESOLUTIONS, type Resolution } from "../../client/resources/resolution.js";
import { CHART_OPTION, checkChart, printChart } from "../../command/chart.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { printerOf, printNotes } from "../../command/print.js";
import { parseRange, type Range, rangeOptions } from "../../command/times.js";
import { onePage } from "../../output/formats/pages.js";
import { ARCHIVE_OPTIONS, readArchiveWish } from "../../portfolio/funding/archive-wish.js";
import { noteListing, noteRetention } from "../../portfolio/funding/settled.js";
import {
  existingArchive,
  type FetchedPair,
  fetchPair,
  LONG_SIDE,
  SHORT_SIDE,
} from "../../portfolio/markets/compared-markets.js";
import { oneOf } from "../../settings/kinds.js";
import { comparedPeriod, fundingCompareView, type SummedComparison } from "./record.js";

const DEFAULT_DAYS = 7;

export const fundingCompare = defineCommand({
  description:
    "Compare the settled funding of two markets: the spread is what a hedge that is long on the first market and short on the second receives, the short market's rate minus the long market's",
  args: { longMarket: LONG_SIDE, shortMarket: SHORT_SIDE },
  options: {
    resolution: {
      kind: oneOf(RESOLUTIONS),
      value: "resolution",
      help: "one row per interval of the slower market (event) or per UTC day (1d); both are sums of settled events (default: event)",
    },
    ...rangeOptions(` (default: ${DEFAULT_DAYS}d before the end, in whole periods)`),
    chart: CHART_OPTION,
    ...ARCHIVE_OPTIONS,
  },
  views: () => [fundingCompareView()],
  examples: [
    { line: "carry funding compare 1 4", what: "the last week, long on 1 and short on 4" },
    {
      line: "carry funding compare 1 4 --start 30d --resolution 1d",
      what: "a month, day by day",
    },
    { line: "carry funding compare 1 4 --start 14d --chart", what: "two weeks as a chart" },
    {
      line: "carry funding compare 1 4 -o json --query '[-1].cumulative'",
      what: "the sum of the spreads, for a script",
    },
  ],
  async run(context, { args, options }) {
    const { resolution = "event", chart = false } = options;
    if (chart) await checkChart(context, 2);
    const printer = await printerOf(context);
    await printer.check(fundingCompareView());
    const wanted = parseRange(options, context.io.clock.now());
    const wish = await existingArchive(context, readArchiveWish(context, options, wanted.start));
    const range = comparedRange(context, wanted, wish !== undefined);
    const names = [args.longMarket, args.shortMarket] as const;
    const pair = await fetchPair(context, "funding compare", names, range, wish);
    if (typeof pair === "number") return pair;
    const compared = await compare(pair, range, resolution);
    const { comparison, summed } = compared;
    noteGaps(context, comparison, summed);
    for (const market of Object.values(pair.events))
      await noteListing(context, market, range.start);
    if (chart && comparison.periods.length > 0) {
      await draw(context, compared);
    } else {
      const periods = comparison.periods.map((it) => comparedPeriod(it, comparison.period ?? 0));
      printNotes(context, await printer.list(onePage(periods), fundingCompareView(summed)));
    }
    return undefined;
  },
});

interface Compared {
  readonly comparison: Comparison;
  readonly summed: SummedComparison;
}

/**
 * Returns the range typed, by default the last days until now in whole periods, within what the
 * service still has, unless an archive is read.
 * @returns the range, and the earlier start of the events used to find the settlement intervals
 */
function comparedRange(
  context: Context,
  { start, end }: Range,
  isArchived: boolean,
): ComparedRange & { readonly rhythmFrom: number } {
  const now = context.io.clock.now();
  const kept = isArchived ? Number.NEGATIVE_INFINITY : keptSince(now);
  const until = Math.min(end ?? now, now);
  const wanted = start ?? until - DEFAULT_DAYS * DAY_MS;
  if (!isArchived) noteRetention(context, "event", { start: wanted });
  const from = until > kept ? Math.max(wanted, kept) : wanted;
  return {
    start: from,
    end: until,
    loose: { start: start === undefined && from === wanted, end: until === now },
    rhythmFrom: Math.min(from, Math.max(from - RHYTHM_MS, kept)),
  };
}

async function compare(
  { markets, events }: FetchedPair,
  range: ComparedRange,
  resolution: Resolution,
): Promise<Compared> {
  const { compareFunding } = await import("../../analytics/market/compare.js");
  const { summariseComparison } = await import("./summary.js");
  const comparison = compareFunding(
    bySide((side) => events[side].records),
    range,
    resolution === "1d" ? DAY_MS : 0,
  );
  return { comparison, summed: { markets, summary: summariseComparison(comparison) } };
}

async function draw(context: Context, { comparison, summed }: Compared): Promise<void> {
  const { comparisonPlots } = await import("../../views/market/funding-chart.js");
  const { comparisonTotals } = await import("./record.js");
  const { periods, period = 0 } = comparison;
  await printChart(
    context,
    comparisonPlots(periods, period, summed.markets),
    comparisonTotals(summed),
  );
}

/** Notes what the sums do not include. */
function noteGaps({ messages }: Context, comparison: Comparison, { markets }: SummedComparison) {
  for (const side of ["long", "short"] as const) {
    if (comparison.events[side] > 0) continue;
    messages.note("NO_FUNDING", `market ${markets[side].id} has no settled funding in this range`);
  }
  for (const side of comparison.unspaced) {
    messages.note(
      "NO_SPACING",
      `market ${markets[side].id} has too few events to determine how often it settles`,
    );
  }
  const { leftOut } = comparison;
  if (leftOut === 0) return;
  const events = leftOut === 1 ? "1 event is" : `${leftOut} events are`;
  messages.note("LEFT_OUT", `${events} left out: their period is only partly in the range`);
}
