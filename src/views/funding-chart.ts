import type { Period } from "../analytics/compare.js";
import { cumulate } from "../analytics/cumulative.js";
import { type FundingEvent, medianSpacing } from "../analytics/funding.js";
import { timeEvents } from "../analytics/rhythm.js";
import type { Plot } from "../output/chart.js";
import type { ChartPoint } from "../output/chart-columns.js";
import { duration } from "./duration.js";

/** A market with the settled events that are to be drawn. */
export interface ChartedMarket {
  readonly id: number;
  readonly events: readonly FundingEvent[];
}

/** The markets of a comparison: held long, and held short. */
export interface ComparedMarkets {
  readonly long: number;
  readonly short: number;
}

/** The rates of some markets as they were settled, and below them what they add up to. */
export function historyPlots(markets: readonly ChartedMarket[]): Plot[] {
  const series = markets.map(({ id, events }) => {
    const stretches = stretchesOf(events);
    const sums = cumulate(stretches.map(({ rate }) => rate));
    return {
      label: `market ${id}${rhythmOf(events)}`,
      rates: stretches.map((it) => pointOf(it, it.rate)),
      sums: stretches.map((it, index) => pointOf(it, sums[index])),
    };
  });
  const [lone] = series;
  const of = series.length === 1 && lone !== undefined ? ` of ${lone.label}` : "";
  return [
    {
      title: `funding rate${of}`,
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

/** The rates of two markets on one clock, and below them what their spread adds up to. */
export function comparisonPlots(
  periods: readonly Period[],
  length: number,
  markets: ComparedMarkets,
): Plot[] {
  const points = (value: (period: Period) => string | null) =>
    periods.map((it) => pointOf({ from: it.end - length, to: it.end }, value(it)));
  return [
    {
      title: `funding rate, sums of ${duration(length)}`,
      series: [
        { label: `long market ${markets.long}`, points: points((it) => it.long.rate) },
        { label: `short market ${markets.short}`, points: points((it) => it.short.rate) },
      ],
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

/**
 * What time each event is for: since the one before it, or as long as its market's interval where
 * one is missing between them, so that the hole is seen.
 */
function stretchesOf(events: readonly FundingEvent[]): (Stretch & { rate: string | null })[] {
  const timed = timeEvents(events);
  return timed.map(({ time, rate, spacing = 0 }, index) => {
    const before = timed[index - 1]?.time ?? Number.NEGATIVE_INFINITY;
    const alone = time - spacing;
    return { from: alone - before < spacing / 2 ? before : alone, to: time, rate };
  });
}

function pointOf({ from, to }: Stretch, rate: string | null | undefined): ChartPoint {
  const value = Number(rate ?? Number.NaN) * 100;
  return { from, to, value: Number.isFinite(value) ? value : null };
}

function rhythmOf(events: readonly FundingEvent[]): string {
  if (events.length === 0) return ", no events";
  const spacing = medianSpacing(events.map(({ time }) => time));
  return spacing === undefined ? "" : `, every ${duration(spacing)}`;
}
