import { marketHandle, marketLabel } from "../../base/names/market-name.js";
import { UsageError } from "../../base/usage-error.js";
import { noteListing, noteRetention } from "../../book/funding/notes.js";
import {
  eventsOf,
  fetchSettled,
  readsArchive,
  type Settled,
  type SettledEvents,
} from "../../book/funding/settled-funding.js";
import {
  type FoundMarkets,
  findMarkets,
  type Known,
  UNNAMED,
} from "../../book/markets/find-markets.js";
import { withIdsFromStdin } from "../../book/positions/ids-from-stdin.js";
import type { Item } from "../../client/listing/items.js";
import type { FundingEvent, FundingRecord } from "../../client/resources/funding.js";
import { keptSince, RESOLUTIONS, type Resolution } from "../../client/resources/terms.js";
import type { SummedRange } from "../../figures/engine/market/summary.js";
import { onePage, type PrintOutcome } from "../../output/formats/format.js";
import type { Printer } from "../../output/formats/printer.js";
import type { View } from "../../output/table/column.js";
import type { Section } from "../../output/text/look.js";
import { firstOf } from "../../output/text/words.js";
import { CHART_OPTION, checkChart, printChart } from "../../run/chart.js";
import { REFRESH_OPTION } from "../../run/common-options.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { exitCodeOf, gravestOf } from "../../run/errors/kinds.js";
import { MARKET } from "../../run/kinds.js";
import { printerOf, printNext, printNotes } from "../../run/print.js";
import { undocumentedView } from "../../run/screen/undocumented-records.js";
import { oneOf } from "../../run/settings/kinds.js";
import { atServiceTime, parseRange, type Range, rangeOptions } from "../../run/times.js";
import { historyView, type MarketPoint, settledLines } from "./screen.js";

const EMPTY = "No settled funding in this range.";

export const fundingHistory = defineCommand({
  description: "Show the settled funding of one or more markets, newest first",
  args: {
    market: {
      kind: MARKET,
      many: true,
      help: "markets: binance:BTCUSDT, BTC/binance, BTC where it has one, or ids; - reads stdin",
    },
  },
  options: {
    resolution: {
      kind: oneOf(RESOLUTIONS),
      value: "resolution",
      help: "event or 1d, the daily aggregate (default: event)",
    },
    ...rangeOptions(),
    refresh: REFRESH_OPTION,
    chart: CHART_OPTION,
  },
  views: () => [historyView(true)],
  examples: {
    "carry funding history binance:BTCUSDT --start 7d": "the funding of a week",
    "carry funding history 1 2 --start 2d --end today -o csv": "two markets, for a spreadsheet",
    "carry funding history 1 --resolution 1d --start 90d": "daily aggregates",
    "carry funding history 1 4 --start 7d --chart": "two markets as a chart, with their sums",
  },
  async run(context, { args, options }) {
    const { resolution = "event", chart = false } = options;
    parseRange(options, await context.now()); // before anything is fetched
    const names = await withIdsFromStdin(context, args.market, "market");
    const several = names.length > 1;
    if (chart) await checkHistoryChart(context, resolution, names.length);
    const printer = await printerOf(context);
    if (resolution === "event") await printer.check(historyView(several));
    const elsewhere = resolution === "event" ? "; --resolution 1d goes back 365" : "";
    const markets = await findMarkets(context, names);
    const { range, ...fetched } = await atServiceTime(context, async (now) => {
      const range = parseRange(options, now);
      const isRead = resolution === "event" && (await readsArchive(context, range, now));
      const settled = await fetchSettled(context, markets.ids, resolution, range, isRead);
      return { range, ...settled };
    });
    const { found } = fetched;
    const failure = gravestOf([markets.failure, fetched.failure]);
    const isArchived = found.some(({ covered }) => covered !== undefined);
    const now = await context.now();
    if (!isArchived) noteRetention(context, resolution, range, now, elsewhere);
    const summed = summedRange(range, now, isArchived);
    const records = found.flatMap(({ marketId, records: own }) =>
      own.map((it) => ofMarket(marketId, it)),
    );
    if (records.length === 0 && failure !== undefined) return exitCodeOf(failure);
    const known = await namesFor(context, markets);
    const handleOf = (id: number) => marketHandle(known(id));
    const labelOf = (id: number) => marketLabel(known(id));
    const shown = { handleOf, only: markets.ids[0] };
    if (chart && records.length > 0) {
      const points = records.map(({ value }) => value as MarketPoint);
      await draw(context, found, settledLines(points, shown, summed), labelOf);
    } else {
      const view = historyView(several, summed, shown);
      printNotes(context, await print(printer, resolution, records, view));
    }
    for (const { marketId, records: own } of records.length > 0 ? found : []) {
      if (own.length > 0) continue;
      const text = `${labelOf(marketId)} has no settled funding in this range`;
      context.messages.note("NO_FUNDING", text, String(marketId));
    }
    if (resolution === "event") {
      const settled = await Promise.all(found.map((it) => eventsOf(context, it)));
      for (const market of settled) await noteListing(context, labelOf(market.marketId), market);
      const { format } = await context.outputOptions();
      if (!format.isLaidOut) await warnOfMissing(context, settled, summed); // a table has totals
      await printNext(context, nextOf(markets.ids.map(handleOf), chart));
    }
    return exitCodeOf(failure);
  },
});

/** Warns of markets of which only a part of the range came. */
async function warnOfMissing(
  { messages }: Context,
  markets: readonly SettledEvents[],
  range: SummedRange,
): Promise<void> {
  const { summariseFunding } = await import("../../figures/engine/market/summary.js");
  const parts = markets.flatMap(({ marketId, records }) => {
    const { events, missing } = summariseFunding(records, range);
    return missing === 0 ? [] : [`market ${marketId} (${events} of ${events + missing} events)`];
  });
  if (parts.length > 0) {
    messages.warning("PARTIAL", `only a part of the range came: ${firstOf(parts)}`);
  }
}

/** Returns the names of the markets; none for programs, which need no listing. */
async function namesFor(context: Context, markets: FoundMarkets): Promise<Known> {
  const { format } = await context.outputOptions();
  return format.isLaidOut ? markets.known() : (id) => ({ ...UNNAMED, id });
}

/** Returns commands that show more of the markets: two of them compared, or one as a chart. */
function nextOf([one, other, ...more]: readonly string[], isChart: boolean): string[][] {
  if (one === undefined || more.length > 0) return [];
  if (other !== undefined) return [["funding", "compare", one, other]];
  return isChart ? [] : [["funding", "history", one, "--chart"]];
}

async function checkHistoryChart(
  context: Context,
  resolution: Resolution,
  markets: number,
): Promise<void> {
  if (resolution !== "event") {
    throw new UsageError(
      "--chart: the fields of daily aggregates are not documented, so there is no rate to draw",
      "leave out --resolution 1d: settled events go back 30 days",
    );
  }
  await checkChart(context, markets);
}

async function draw(
  context: Context,
  found: readonly Settled[],
  sections: readonly Section[],
  labelOf: (marketId: number) => string,
): Promise<void> {
  const { eventOf } = await import("../../figures/credible/settled-event.js");
  const { historyPlots } = await import("../../run/screen/funding-chart.js");
  const markets = found.map(({ marketId, records: own }) => ({
    name: labelOf(marketId),
    events: own.map(({ value }) => eventOf(value as FundingEvent)),
  }));
  await printChart(context, historyPlots(markets), sections);
}

/** Returns the range of the figures, limited to what the service still has, unless it is archived. */
function summedRange({ start, end }: Range, now: number, isArchived: boolean): SummedRange {
  const kept = isArchived ? Number.NEGATIVE_INFINITY : keptSince(now);
  return {
    start: start === undefined ? undefined : Math.max(start, kept),
    end: Math.min(end ?? now, now),
    now,
  };
}

/** Prints events with their known fields, or daily records with whatever fields were sent. */
function print(
  printer: Printer,
  resolution: Resolution,
  records: readonly Item<FundingRecord>[],
  view: View<MarketPoint>,
): Promise<PrintOutcome> {
  if (resolution === "event") {
    const points = records as readonly Item<MarketPoint>[];
    return printer.list(onePage(points), view);
  }
  const values = records.map((record) => record.value);
  return printer.list(onePage<unknown>(records), undocumentedView(values, EMPTY));
}

/** Returns a record with `market_id`: as sent, or else put before the fields that were sent. */
function ofMarket(marketId: number, item: Item<FundingRecord>): Item<FundingRecord> {
  const { value, source, keepsDigits } = item;
  if (Object.hasOwn(value, "market_id")) return item;
  const point: MarketPoint | FundingRecord = { market_id: marketId, ...value };
  const rest = source.slice(1).trimStart();
  const separator = rest.startsWith("}") ? "" : ",";
  return { value: point, source: `{"market_id":${marketId}${separator}${rest}`, keepsDigits };
}
