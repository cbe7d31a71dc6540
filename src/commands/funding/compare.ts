import type { ComparedRange, Comparison } from "../../analytics/compare.js";
import { DAY_MS, MINUTE_MS } from "../../base/periods.js";
import { UsageError } from "../../base/usage-error.js";
import type { FundingPoint } from "../../client/resources/funding.js";
import { RESOLUTIONS, RETENTION_DAYS, type Resolution } from "../../client/resources/resolution.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { MARKET_ID } from "../../command/kinds.js";
import { printerOf, tell } from "../../command/print.js";
import { parseRange, type Range } from "../../command/times.js";
import { onePage } from "../../output/formats/pages.js";
import { oneOf } from "../../settings/kinds.js";
import {
  comparedPeriod,
  fundingCompareView,
  type SummedComparison,
} from "../../views/funding-compare.js";
import { CHART_OPTION, checkChart, printChart } from "./chart.js";
import { knownMarkets } from "./known-markets.js";
import { rangeOptions } from "./range.js";
import { fetchSettled, noteListing, noteRetention, type Settled } from "./settled.js";

const DEFAULT_DAYS = 7;
/** How long before the range events are looked at to learn how often a market settles. */
const RHYTHM_DAYS = 3;

export const fundingCompare = defineCommand({
  description:
    "Put the settled funding of two markets on one clock: the spread is what a hedge that is long on the first market and short on the second is paid, the short market's rate less the long one's",
  args: {
    longMarket: { kind: MARKET_ID, called: "market id", help: "market id of the long side" },
    shortMarket: { kind: MARKET_ID, called: "market id", help: "market id of the short side" },
  },
  options: {
    resolution: {
      kind: oneOf(RESOLUTIONS),
      value: "resolution",
      help: "a line for each interval of the slower market (event), or for each UTC day (1d); both are sums of settled events (default: event)",
    },
    ...rangeOptions(` (default: ${DEFAULT_DAYS}d before the end, in whole periods)`),
    chart: CHART_OPTION,
  },
  columns: () => fundingCompareView().columns.map(({ key }) => key),
  examples: [
    { line: "carry funding compare 1 4", what: "the last week, long on 1 and short on 4" },
    {
      line: "carry funding compare 1 4 --start 30d --resolution 1d",
      what: "a month, day by day",
    },
    { line: "carry funding compare 1 4 --start 14d --chart", what: "two weeks, drawn" },
    {
      line: "carry funding compare 1 4 -o json --query '[-1].cumulative'",
      what: "the sum of the spreads, for a script",
    },
  ],
  async run(context, { args, options }) {
    const { longMarket: long, shortMarket: short } = args;
    const { resolution = "event", chart = false, ...typed } = options;
    if (long === short) {
      throw new UsageError(
        `funding compare: both markets are ${long}`,
        "name the market of the long side and another one for the short side",
      );
    }
    if (chart) await checkChart(context, 2);
    const printer = await printerOf(context);
    await printer.check(fundingCompareView());
    const range = comparedRange(context, parseRange(typed, context.io.clock.now()));
    const { found, failure } = await fetchSettled(context, [long, short], "event", {
      start: range.rhythmFrom,
      end: range.end + MINUTE_MS,
    });
    const [longs, shorts] = found;
    if (longs === undefined || shorts === undefined) return exitCodeOf(failure);
    const compared = await compare(context, [longs, shorts], range, resolution);
    const { comparison, summed } = compared;
    noteGaps(context, comparison, summed);
    for (const market of [longs, shorts]) await noteListing(context, market, range.start);
    if (chart && comparison.periods.length > 0) {
      await draw(context, compared);
    } else {
      const periods = comparison.periods.map((it) => comparedPeriod(it, comparison.period ?? 0));
      tell(context, await printer.list(onePage(periods), fundingCompareView(summed)));
    }
    return exitCodeOf(failure);
  },
});

interface Compared {
  readonly comparison: Comparison;
  readonly summed: SummedComparison;
}

/**
 * What is not told to be otherwise: the last days until now, in whole periods. What the service no
 * longer keeps is no part of it.
 * @returns the range, and from when on events are looked at to learn how often a market settles
 */
function comparedRange(
  context: Context,
  { start, end }: Range,
): ComparedRange & { readonly rhythmFrom: number } {
  const now = context.io.clock.now();
  const kept = now - RETENTION_DAYS.event * DAY_MS;
  const until = Math.min(end ?? now, now);
  const wanted = start ?? until - DEFAULT_DAYS * DAY_MS;
  noteRetention(context, "event", { start: wanted });
  const from = until > kept ? Math.max(wanted, kept) : wanted;
  return {
    start: from,
    end: until,
    loose: { start: start === undefined && from === wanted, end: until === now },
    rhythmFrom: Math.min(from, Math.max(from - RHYTHM_DAYS * DAY_MS, kept)),
  };
}

async function compare(
  context: Context,
  [long, short]: readonly [Settled, Settled],
  range: ComparedRange,
  resolution: Resolution,
): Promise<Compared> {
  const { compareFunding } = await import("../../analytics/compare.js");
  const { summariseComparison } = await import("../../analytics/compare-summary.js");
  const { eventOf } = await import("../../analytics/settled-event.js");
  const eventsOf = ({ records }: Settled) =>
    records.map(({ value }) => eventOf(value as FundingPoint));
  const comparison = compareFunding(
    { long: eventsOf(long), short: eventsOf(short) },
    range,
    resolution === "1d" ? DAY_MS : 0,
  );
  const known = await knownMarkets(context);
  const sides = [long, short].map(({ marketId: id }) => ({ id, ...known(id) }));
  noteAssets(context, sides);
  const markets = { long: long.marketId, short: short.marketId };
  const names = { long: sides[0]?.name, short: sides[1]?.name };
  return { comparison, summed: { markets, names, summary: summariseComparison(comparison) } };
}

/** A spread between two assets is no hedge. */
function noteAssets(
  { messages }: Context,
  sides: readonly { readonly id: number; readonly asset?: string | undefined }[],
): void {
  const known = sides.filter(({ asset }) => asset !== undefined);
  if (new Set(known.map(({ asset }) => asset)).size < 2) return;
  const told = known.map(({ id, asset }) => `market ${id} is of ${asset}`).join(" and ");
  messages.warning(`${told}: a position in both is no hedge`);
}

async function draw(context: Context, { comparison, summed }: Compared): Promise<void> {
  const { comparisonPlots } = await import("../../views/funding-chart.js");
  const { comparisonTotals } = await import("../../views/funding-compare.js");
  const { periods, period = 0 } = comparison;
  await printChart(
    context,
    comparisonPlots(periods, period, summed.markets),
    comparisonTotals(summed),
  );
}

/** What is in none of the sums. */
function noteGaps({ messages }: Context, comparison: Comparison, { markets }: SummedComparison) {
  for (const side of ["long", "short"] as const) {
    if (comparison.events[side] > 0) continue;
    messages.note(`market ${markets[side]} has no settled funding in this range`);
  }
  for (const side of comparison.unspaced) {
    messages.note(`market ${markets[side]} has too few events to know how often it settles`);
  }
  const { leftOut } = comparison;
  if (leftOut === 0) return;
  const events = leftOut === 1 ? "1 event is" : `${leftOut} events are`;
  messages.note(`${events} of a period that lies only partly in the range, and left out`);
}
