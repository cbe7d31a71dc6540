import { Big } from "big.js";
import { marketLabel } from "../../base/names/market-name.js";
import { DAY_MS } from "../../base/time/periods.js";
import { noteListing, noteRetention } from "../../book/funding/notes.js";
import { readsArchive } from "../../book/funding/settled-funding.js";
import {
  fetchPair,
  LONG_SIDE,
  type PairRange,
  SHORT_SIDE,
} from "../../book/markets/compared-markets.js";
import { positionsToMark } from "../../book/markets/positions-to-mark.js";
import { keptSince, RESOLUTIONS, SIDES } from "../../client/resources/terms.js";
import type { Compared } from "../../figures/catalog/compared.js";
import { pairBetween } from "../../figures/catalog/pair.js";
import type { MarketEvent } from "../../figures/credible/settled-event.js";
import { RUN_HISTORY_MS } from "../../figures/engine/funding/run.js";
import { BASIS_MS, basisOfMarkets, unitsAt } from "../../figures/engine/market/basis.js";
import {
  type ComparedRange,
  type Comparison,
  compareFunding,
} from "../../figures/engine/market/compare.js";
import { type Held, heldOver } from "../../figures/engine/market/held.js";
import { RHYTHM_MS, timeEvents } from "../../figures/engine/market/rhythm.js";
import { type BySide, bySide } from "../../figures/engine/position/legs.js";
import { CHART_OPTION, checkChart, printChart } from "../../run/chart.js";
import { REFRESH_OPTION } from "../../run/common-options.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { printComputed, printNext } from "../../run/print.js";
import { marketsOf } from "../../run/screen/ranking.js";
import { checkScreen } from "../../run/screen/screen.js";
import { oneOf, SHARE } from "../../run/settings/kinds.js";
import { fillFee, shareOf } from "../../run/share.js";
import { atServiceTime, parseRange, type Range, rangeOptions, startOf } from "../../run/times.js";
import { compareAnswer, comparedHead, compareView, type ShownComparison } from "./screen.js";

const DEFAULT_DAYS = 7;

export const fundingCompare = defineCommand({
  description:
    "Compare the settled funding of two markets: the spread is what a hedge that is long on the first market and short on the second receives, the short market's rate minus the long market's; and what holding that hedge over the range would have made, with the move of both prices and the fees of four fills",
  args: { longMarket: LONG_SIDE, shortMarket: SHORT_SIDE },
  options: {
    resolution: {
      kind: oneOf(RESOLUTIONS),
      value: "resolution",
      help: "one row per interval of the slower market (event) or per UTC day (1d); both are sums of settled events (default: event)",
    },
    ...rangeOptions(` (default: ${DEFAULT_DAYS}d before the end, in whole periods)`),
    refresh: REFRESH_OPTION,
    fee: {
      kind: SHARE,
      value: "share",
      help: "fee of a fill, such as 5bps or 0.05% (default: the profile's fees, else 5bps, which is said)",
    },
    chart: CHART_OPTION,
  },
  views: () => [compareView()],
  examples: {
    "carry funding compare binance:BTCUSDT hyperliquid:BTC": "the last week",
    "carry funding compare 1 4 --start 30d --resolution 1d": "a month, day by day",
    "carry funding compare 1 4 --start 14d --chart": "two weeks as a chart",
    "carry funding compare 1 4 --fee 2bps -o json --query totals.net_pnl.value":
      "what holding it would have made, for a script",
  },
  async run(context, { args, options }) {
    const { resolution = "event", chart = false } = options;
    if (chart) await checkChart(context, 2);
    await checkScreen(context, compareView());
    const names = [args.longMarket, args.shortMarket] as const;
    const { range, pair } = await atServiceTime(context, async (now) => {
      const wanted = parseRange(options, now);
      const start = startOf(wanted, DEFAULT_DAYS) ?? now;
      const isRead = await readsArchive(context, { start }, now);
      const range = comparedRange(context, wanted, isRead, now);
      const rhythmFrom = basisFrom(range, isRead, now);
      const wide = { ...range, rhythmFrom };
      return { range, pair: await fetchPair(context, names, wide, isRead) };
    });
    if (typeof pair === "number") return pair;
    const known = await context.setting("fees");
    const fees = bySide((side) => fillFee(pair.markets[side].exchange, options.fee, known));
    const asked = { pair, resolution, fees };
    const compared = compare(asked, range);
    const { format } = await context.outputOptions();
    const isTold = range.loose?.end === true && format.columns !== "csv"; // csv has rows alone
    const ahead = isTold ? await aheadOf(context, asked) : undefined;
    const shown = { ...asked, ...compared, ahead };
    const { periods, period } = shown.comparison;
    const labels = bySide((side) => marketLabel(pair.markets[side]));
    noteGaps(context, shown, labels);
    for (const side of SIDES) {
      await noteListing(context, labels[side], pair.events[side], range.start);
    }
    if (chart && periods.length > 0) await draw(context, shown, labels);
    else {
      await printComputed(context, {
        json: () => compareAnswer(period).json({ inputs: shown, rows: periods, totals: shown }),
        rows: periods,
        view: compareView(shown),
      });
    }
    const { asset } = pair.markets.long;
    await printNext(context, asset === undefined ? [] : [["funding", "rank", asset]]);
    return undefined;
  },
});

/**
 * Returns the range typed, by default the last days until now in whole periods; without an archive, only what
 * the service still has. From `rhythmFrom` on, events are needed to find the settlement intervals.
 */
function comparedRange(
  context: Context,
  { start, end }: Range,
  isArchived: boolean,
  now: number,
): ComparedRange & PairRange {
  const kept = isArchived ? Number.NEGATIVE_INFINITY : keptSince(now);
  const until = Math.min(end ?? now, now);
  const wanted = start ?? until - DEFAULT_DAYS * DAY_MS;
  if (!isArchived) noteRetention(context, "event", { start: wanted }, now);
  const from = until > kept ? Math.max(wanted, kept) : wanted;
  return {
    start: from,
    end: until,
    loose: { start: start === undefined && from === wanted, end: until === now },
    rhythmFrom: Math.min(from, Math.max(from - RHYTHM_MS, kept)),
  };
}

/** Returns the start of the events that the basis rests on, within what the service still has. */
function basisFrom(range: PairRange, isArchived: boolean, now: number): number {
  const kept = isArchived ? Number.NEGATIVE_INFINITY : keptSince(now);
  return Math.min(range.rhythmFrom, Math.max(range.end - BASIS_MS, kept));
}

/** What a comparison is of. */
type Asked = Pick<ShownComparison, "pair" | "resolution" | "fees">;

function compare(
  { pair, resolution, fees }: Asked,
  range: ComparedRange & PairRange,
): Omit<Compared, "ahead"> {
  const events = bySide((side) => pair.events[side].records);
  const recent = bySide((side) => events[side].filter(({ time }) => time >= range.rhythmFrom));
  const comparison = compareFunding(recent, range, resolution === "1d" ? DAY_MS : 0);
  const basis = basisOfMarkets(events, pair.markets, range.end);
  return { comparison, basis, held: heldIn(comparison, recent, { pair, fees }) };
}

/** Notional of the larger side at entry, USD. */
const NOTIONAL = new Big(10_000);
const ONE = new Big(1);

/** Returns what holding a hedge over the periods of a comparison would have made. @param events those compared */
function heldIn(
  { periods, period = 0 }: Comparison,
  events: BySide<readonly MarketEvent[]>,
  { pair, fees }: Pick<Asked, "pair" | "fees">,
): Held {
  const [first, last] = [periods[0], periods.at(-1)];
  const span = first && last && { from: first.end - period, to: last.end };
  const units = span && unitsAt(events, pair.markets, span.to);
  const timed = bySide((side) => timeEvents(events[side]));
  return heldOver(timed, span, {
    notional: NOTIONAL,
    multiple: bySide((side) => units?.find((it) => it.side === side)?.factor ?? ONE),
    fee: bySide((side) => shareOf(fees[side].share)),
  });
}

/**
 * Returns what the pair is likely to be paid in the next days. Its range is told by the markets that open
 * positions hold; without any it has none. Undefined where a market settled too seldom.
 */
async function aheadOf(context: Context, { pair, fees }: Asked): Promise<Compared["ahead"]> {
  const held = await positionsToMark(context, new Set(["funding", "pool"]));
  const now = await context.now();
  const { long, short } = pair.markets;
  const events = bySide((side) =>
    pair.events[side].records.filter(({ time }) => time > now - RUN_HISTORY_MS),
  );
  const sideOf = (id: number) => (id === long.id ? "long" : "short");
  const inputs = { now, held };
  const [one, other] = marketsOf([long, short], (id) => events[sideOf(id)], inputs);
  if (one === undefined || other === undefined) return undefined;
  const book = held[0]?.inputs.pool();
  const feeOn = ({ id }: { readonly id: number }) => shareOf(fees[sideOf(id)].share);
  return {
    pair: pairBetween(one, other, { ...inputs, feeOn, pool: book?.pool }),
    record: book?.record,
  };
}

async function draw(
  context: Context,
  shown: ShownComparison,
  labels: BySide<string>,
): Promise<void> {
  const { comparisonPlots } = await import("../../run/screen/funding-chart.js");
  const { periods, period = 0 } = shown.comparison;
  const plots = comparisonPlots(periods, period, labels);
  await printChart(context, plots, comparedHead(shown));
}

/** Notes markets without usable events, and events that are not in the sums. */
function noteGaps(
  { messages }: Context,
  { comparison }: ShownComparison,
  labels: BySide<string>,
): void {
  for (const side of SIDES) {
    if (comparison.events[side] > 0) continue;
    messages.note("NO_FUNDING", `${labels[side]} has no settled funding in this range`);
  }
  for (const side of comparison.unspaced) {
    messages.note(
      "NO_SPACING",
      `${labels[side]} has too few events to determine how often it settles`,
    );
  }
  const { leftOut } = comparison;
  if (leftOut === 0) return;
  const events = leftOut === 1 ? "1 event is" : `${leftOut} events are`;
  messages.note("LEFT_OUT", `${events} left out: their period is only partly in the range`);
}
