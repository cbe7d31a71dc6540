import { Big } from "big.js";
import { fundingEvents } from "../../analytics/funding/funding-rows.js";
import type { LegFunding, PositionFunding } from "../../analytics/funding/position-funding.js";
import type { ChartPoint } from "../../output/chart/layout/columns.js";
import type { Plot } from "../../output/chart/layout/plot.js";
import { MOST_SERIES } from "../../output/chart/pens.js";
import { legName } from "./position-funding-fields.js";

/** The settled funding of a position since a time, milliseconds since the epoch. */
export interface PlottedFunding {
  /** Name of the position. */
  readonly handle: string;
  readonly funding: PositionFunding;
  readonly start: number;
}

/**
 * Returns plots of the cumulative funding of a position, unless that of a leg is unknown, and of each leg
 * with a known one. A missing event is a gap.
 */
export function positionFundingPlots({ handle, funding, start }: PlottedFunding): Plot[] {
  const name = `settled funding of ${handle}`;
  const known = funding.legs.filter(({ unknown }) => unknown === undefined);
  const shared = { combine: "last", unit: "usd", gap: "no event" } as const;
  const total: Plot = {
    title: `${name}, cumulative, USD`,
    series: [{ label: "funding", points: totalPoints(funding, start) }],
    ...shared,
  };
  const isWhole = known.length === funding.legs.length;
  const [lone] = known;
  const whose = known.length === 1 && lone !== undefined ? legName(lone.leg) : "by leg";
  const byLeg: Plot = {
    title: `${isWhole ? "" : `${name}: `}${whose}, cumulative, USD`,
    series: known.map((leg) => ({ label: legName(leg.leg), points: legPoints(leg, start) })),
    ...shared,
  };
  const fits = known.length > 0 && known.length <= MOST_SERIES;
  return [...(isWhole ? [total] : []), ...(fits ? [byLeg] : [])];
}

function legPoints({ events, missing }: LegFunding, start: number): ChartPoint[] {
  let sum = new Big(0);
  return drawn(
    events.map(({ time, usd }) => {
      sum = sum.plus(usd ?? 0);
      return { to: time, value: usd === null ? null : sum.toNumber() };
    }),
    missing,
    start,
  );
}

/** Joins the events of a time; unknown if one of them is. */
function totalPoints(funding: PositionFunding, start: number): ChartPoint[] {
  const byTime = new Map<number, number | null>();
  for (const { time, cumulative } of fundingEvents(funding)) {
    const isUnknown = byTime.get(time) === null || cumulative === null;
    byTime.set(time, isUnknown ? null : cumulative.toNumber());
  }
  const missing = funding.legs.flatMap((leg) => leg.missing);
  return drawn(
    [...byTime].map(([to, value]) => ({ to, value })),
    missing,
    start,
  );
}

/** Lets each value begin at the event before it, present or missing. */
function drawn(
  values: readonly Pick<ChartPoint, "to" | "value">[],
  missing: readonly number[],
  start: number,
): ChartPoint[] {
  const gone = [...missing].sort((a, b) => a - b);
  return values.map(({ to, value }, index) => {
    const before = values[index - 1]?.to ?? start;
    const lost = gone.findLast((time) => time < to) ?? start;
    return { from: Math.max(before, lost), to, value };
  });
}
