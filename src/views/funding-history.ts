import { type FundingSummary, summariseFunding } from "../analytics/funding.js";
import { eventOf } from "../analytics/settled-event.js";
import type { FundingPoint } from "../api/funding.js";
import type { Column, Total, View } from "../output/column.js";

/** A settled funding event with the market it belongs to. */
export interface MarketPoint extends FundingPoint {
  readonly market_id?: number;
}

const columns: Column<MarketPoint>[] = [
  { key: "market_id", header: "market", kind: "any", value: (it) => it.market_id },
  { key: "funding_time", header: "time", kind: "time", value: (it) => it.funding_time },
  {
    key: "funding_rate",
    header: "rate",
    kind: "rate",
    signed: true,
    value: (it) => it.funding_rate,
  },
  {
    key: "mark_price",
    header: "mark price",
    kind: "price",
    priority: 1,
    value: (it) => it.mark_price,
  },
  {
    key: "funding_interval",
    header: "interval",
    kind: "any",
    priority: 2,
    value: (it) => it.funding_interval,
  },
];

/** How settled funding looks, with what it comes to below: a line a market. */
export function fundingHistoryView(several: boolean): View<MarketPoint> {
  const keys = columns.map((column) => column.key).filter((key) => several || key !== "market_id");
  return {
    rows: (point) => [point],
    columns,
    defaults: { table: keys, csv: keys },
    totals: (points) => summaries(points, several),
    empty: "No settled funding in this range.",
  };
}

function summaries(points: readonly MarketPoint[], several: boolean): Total[][] {
  const markets = new Map<number | undefined, MarketPoint[]>();
  for (const point of points) {
    const list = markets.get(point.market_id);
    if (list === undefined) markets.set(point.market_id, [point]);
    else list.push(point);
  }
  return [...markets].map(([market, list]) => {
    const head: Total[] = several ? [{ label: "market", kind: "text", value: market }] : [];
    return [...head, ...summaryTotals(summariseFunding(list.map(eventOf)))];
  });
}

function summaryTotals(summary: FundingSummary): Total[] {
  const { events, rated } = summary;
  const rate = (label: string, value: string | null): Total => ({
    label,
    kind: "rate",
    value,
    signed: true,
  });
  return [
    {
      label: "events",
      kind: "integer",
      value: events,
      ...(rated < events && { note: `${rated} with a rate` }),
    },
    rate("sum", summary.sum),
    rate("mean", summary.mean),
    { label: "annualised", kind: "percent", value: summary.annualised, signed: true },
    {
      label: "positive",
      kind: "percent",
      value: summary.positive,
      ...(rated > 0 && { note: `${summary.above} of ${rated}` }),
    },
    rate("lowest", summary.lowest),
    rate("highest", summary.highest),
  ];
}
