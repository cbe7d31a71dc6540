import { SIDES } from "../../client/resources/terms.js";
import type { MarketEvent } from "../../figures/credible/settled-event.js";
import { cumulate, type Period } from "../../figures/engine/market/compare.js";
import { timeEvents } from "../../figures/engine/market/rhythm.js";
import type { BySide } from "../../figures/engine/position/legs.js";
import type { ChartPoint, Plot } from "../../output/chart/plot.js";
import { duration } from "../../output/text/format.js";

/** A market and its settled events to draw. */
export interface ChartedMarket {
  /** Name: `binance:BTCUSDT`, or `market 1`. */
  readonly name: string;
  readonly events: readonly MarketEvent[];
}

/**
 * Returns plots of the rates of markets and of their cumulative sums. Rates of different intervals
 * are scaled to the longest one, which the title names, since a rate of 1h and one of 8h cannot share
 * an axis.
 */
export function historyPlots(markets: readonly ChartedMarket[]): Plot[] {
  const settled = markets.map((it) => ({ ...it, stretches: stretchesOf(it.events) }));
  const all = settled.flatMap(({ stretches }) => stretches);
  const longest = all.reduce((most, { spacing = 0 }) => Math.max(most, spacing), 0);
  const common = all.some(({ spacing = 0 }) => spacing !== longest) ? longest : undefined;
  const series = settled.map(({ name, stretches }) => {
    const sums = cumulate(stretches.map(({ rate }) => rate));
    return {
      label: `${name}${rhythmOf(stretches, common)}`,
      rates: stretches.map((it) => pointOf(it, it.rate, scaleOf(it, common))),
      sums: stretches.map((it, index) => pointOf(it, sums[index])),
    };
  });
  const [lone] = series;
  const per = common === undefined ? "" : ` per ${duration(common)}`;
  const of = series.length === 1 && lone !== undefined ? ` of ${lone.label}` : "";
  return [
    {
      title: `funding rate${per}${of}`,
      series: series.map(({ label, rates }) => ({ label, points: rates })),
      combine: "mean",
    },
    {
      title: "cumulative rate",
      series: series.map(({ label, sums }) => ({ label, points: sums })),
      combine: "last",
    },
  ];
}

/** Returns plots of the rates of two markets per period and of their cumulative spread. */
export function comparisonPlots(
  periods: readonly Period[],
  length: number,
  names: BySide<string>,
): Plot[] {
  const points = (value: (period: Period) => string | null) =>
    periods.map((it) => pointOf({ from: it.end - length, to: it.end }, value(it)));
  return [
    {
      title: `funding rate, sums of ${duration(length)}`,
      series: SIDES.map((side) => ({
        label: `${side} ${names[side]}`,
        points: points((it) => it[side].rate),
      })),
      combine: "mean",
    },
    {
      title: "cumulative spread: short less long",
      series: [{ label: "spread", points: points((it) => it.cumulative) }],
      combine: "last",
    },
  ];
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Settlement extends Stretch {
  readonly rate: string | null;
  /** Milliseconds; undefined for a market with a single event. */
  readonly spacing: number | undefined;
}

/**
 * Returns the time that each event settles: since the previous one, or one interval if events are
 * missing between them, so that the gap is visible.
 */
function stretchesOf(events: readonly MarketEvent[]): Settlement[] {
  const timed = timeEvents(events);
  return timed.map(({ time, rate, spacing }, index) => {
    const before = timed[index - 1]?.time ?? Number.NEGATIVE_INFINITY;
    const alone = time - (spacing ?? 0);
    const from = alone - before < (spacing ?? 0) / 2 ? before : alone;
    return { from, to: time, rate, spacing };
  });
}

/** Returns the factor that scales a rate to the common interval; NaN if the interval is unknown. */
function scaleOf({ spacing }: Settlement, common: number | undefined): number {
  return common === undefined ? 1 : common / (spacing ?? Number.NaN);
}

function pointOf({ from, to }: Stretch, rate: string | null | undefined, scale = 1): ChartPoint {
  const value = Number(rate ?? Number.NaN) * 100 * scale;
  return { from, to, value: Number.isFinite(value) ? value : null };
}

/** Describes the interval of a market, as a range if it changed. */
function rhythmOf(stretches: readonly Settlement[], common: number | undefined): string {
  if (stretches.length === 0) return ", no events";
  const spacings = stretches.flatMap(({ spacing }) => spacing ?? []);
  if (spacings.length === 0) return common === undefined ? "" : ", one event: no rate";
  const [least, most] = [Math.min(...spacings), Math.max(...spacings)];
  return `, every ${duration(least)}${least === most ? "" : ` to ${duration(most)}`}`;
}
