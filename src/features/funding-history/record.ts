import {
  type FundingSummary,
  type SummedRange,
  summariseFunding,
} from "../../analytics/market/funding.js";
import { eventOf } from "../../analytics/market/settled-event.js";
import { readable } from "../../base/safe-text.js";
import type { FundingEvent } from "../../client/resources/funding.js";
import type { Column, Total, View } from "../../output/table/column.js";
import { notesSection, totalsSection } from "../../output/table/page.js";

/** A settled funding event with its market. */
export interface MarketPoint extends FundingEvent {
  readonly market_id?: number;
}

type NameOf = (marketId: number | undefined) => string | undefined;

function marketColumn(nameOf: NameOf): Column<MarketPoint> {
  return {
    key: "market_id",
    header: "market",
    kind: "any",
    isWhole: true,
    priority: 0,
    value: (it) => it.market_id,
    texts: ({ market_id }, look) => [readable(String(nameOf(market_id) ?? ""), look)],
  };
}

const pointColumns: Column<MarketPoint>[] = [
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

/** Names of the markets of a listing. */
export interface ShownMarkets {
  /** Returns the handle of a market, `binance:BTCUSDT`. */
  readonly handleOf: (marketId: number) => string;
  /** The market of records that do not name one. */
  readonly only: number | undefined;
}

const UNNAMED: ShownMarkets = { handleOf: String, only: undefined };

/**
 * View of settled funding, with a summary line per market above.
 * @param range requested time range
 */
export function fundingHistoryView(
  several: boolean,
  range?: SummedRange,
  markets: ShownMarkets = UNNAMED,
): View<MarketPoint> {
  const nameOf = namesOf(markets);
  const columns = [marketColumn(nameOf), ...pointColumns];
  const keys = columns.map((column) => column.key).filter((key) => several || key !== "market_id");
  return {
    rows: (point) => [point],
    sent: (point) => point,
    columns,
    defaults: { table: keys, csv: columns.map(({ key }) => key) },
    head: (points) => [totalsSection(fundingTotals(points, markets, range))],
    foot: () => notesSection(["past funding, not a forecast: carry explain annualised"]),
    empty: "No settled funding in this range.",
  };
}

const namesOf =
  ({ only, handleOf }: ShownMarkets): NameOf =>
  (id = only) =>
    id === undefined ? id : handleOf(id);

/** Returns the figures of each market, the answer first. */
export function fundingTotals(
  points: readonly MarketPoint[],
  shown: ShownMarkets,
  range?: SummedRange,
): Total[][] {
  const nameOf = namesOf(shown);
  const markets = new Map<number | undefined, MarketPoint[]>();
  for (const point of points) {
    const list = markets.get(point.market_id);
    if (list === undefined) markets.set(point.market_id, [point]);
    else list.push(point);
  }
  return [...markets].map(([market, list]) => {
    const head: Total = { label: "market", kind: "text", value: nameOf(market) };
    return [head, ...summaryTotals(summariseFunding(list.map(eventOf), range))];
  });
}

/** Returns the figures of a market, the answer first. */
function summaryTotals(summary: FundingSummary): Total[] {
  const { annualised, positive } = summary;
  const rate = (label: string, value: string | null): Total => ({
    label,
    kind: "rate",
    value,
    signed: true,
  });
  return [
    {
      label: "annualised",
      kind: "percent",
      value: annualised.value?.toFixed(),
      signed: true,
      about: annualised.about,
    },
    eventsTotal(summary),
    rate("sum", summary.sum),
    rate("mean", summary.mean),
    { label: "positive", kind: "percent", value: positive.value?.toFixed() },
    coveredTotal(summary),
    rate("lowest", summary.lowest),
    rate("highest", summary.highest),
  ];
}

function eventsTotal({ events, rated, missing, conflicting }: FundingSummary): Total {
  const notes = [
    ...(rated + conflicting < events ? [`${rated} with a rate`] : []),
    ...(conflicting > 0 ? [`${conflicting} conflicting`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
  ];
  return {
    label: "events",
    kind: "integer",
    value: events,
    ...(notes.length > 0 && { note: notes.join(", ") }),
  };
}

/** Returns the time covered by the figures. */
function coveredTotal({ coveredHours, wantedHours }: FundingSummary): Total {
  const [covered, wanted] = [hoursText(coveredHours), hoursText(wantedHours)];
  return {
    label: "covered",
    kind: "text",
    value: covered,
    ...(covered !== wanted && { note: `of ${wanted}` }),
  };
}

function hoursText(hours: number): string {
  return `${Number(hours.toFixed(1))}h`;
}
