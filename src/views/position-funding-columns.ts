import type { FundingList } from "../analytics/funding-lists.js";
import type { CumulatedEvent, FundingDay } from "../analytics/funding-rows.js";
import type { LegFunding } from "../analytics/position-funding.js";
import type { LegSummary } from "../client/resources/position.js";
import type { Column } from "../output/table/column.js";

const usd = { kind: "usd", signed: true } as const;

const LEG_COLUMNS: readonly Column<LegFunding>[] = [
  { key: "side", header: "side", kind: "text", priority: 0, value: ({ leg }) => leg.side },
  { key: "exchange", header: "exchange", kind: "text", value: ({ leg }) => leg.exchange },
  { key: "symbol", header: "symbol", kind: "text", priority: 3, value: ({ leg }) => leg.symbol },
  {
    key: "market_id",
    header: "market",
    kind: "any",
    priority: 6,
    value: ({ leg }) => leg.market_id,
  },
  {
    key: "quantity",
    header: "quantity",
    kind: "quantity",
    priority: 2,
    value: ({ leg }) => leg.quantity,
  },
  {
    key: "counted",
    header: "events",
    kind: "integer",
    priority: 4,
    value: ({ sum }) => sum.counted,
  },
  { key: "of", header: "of", kind: "integer", priority: 5, value: ({ sum }) => sum.of },
  {
    key: "covered_hours",
    header: "covered h",
    kind: "any",
    priority: 7,
    value: ({ sum }) => rounded(sum.coveredHours),
  },
  {
    key: "wanted_hours",
    header: "of h",
    kind: "any",
    priority: 8,
    value: ({ sum }) => rounded(sum.wantedHours),
  },
  {
    key: "funding",
    header: "funding",
    ...usd,
    priority: 0,
    value: ({ sum }) => sum.value?.toFixed(),
  },
];

const DAY_COLUMNS: readonly Column<FundingDay>[] = [
  {
    key: "day",
    header: "day",
    kind: "text",
    priority: 0,
    value: ({ day }) => iso(day).slice(0, 10),
  },
  { key: "long", header: "long", ...usd, priority: 2, value: ({ long }) => long?.toFixed() },
  { key: "short", header: "short", ...usd, priority: 2, value: ({ short }) => short?.toFixed() },
  {
    key: "funding",
    header: "funding",
    ...usd,
    priority: 0,
    value: (day) => day.usd?.toFixed(),
    note: partNote,
  },
  {
    key: "cumulative",
    header: "cumulative",
    ...usd,
    priority: 1,
    value: (day) => day.cumulative?.toFixed(),
  },
  { key: "counted", header: "events", kind: "integer", priority: 4, value: (day) => day.counted },
  { key: "of", header: "of", kind: "integer", priority: 5, value: (day) => day.of },
];

const EVENT_COLUMNS: readonly Column<CumulatedEvent>[] = [
  {
    key: "funding_time",
    header: "time",
    kind: "time",
    priority: 0,
    value: ({ time }) => iso(time),
  },
  { key: "side", header: "side", kind: "text", priority: 1, value: ({ leg }) => leg.side },
  {
    key: "exchange",
    header: "exchange",
    kind: "text",
    priority: 2,
    value: ({ leg }) => leg.exchange,
  },
  { key: "symbol", header: "symbol", kind: "text", priority: 4, value: ({ leg }) => leg.symbol },
  {
    key: "market_id",
    header: "market",
    kind: "any",
    priority: 6,
    value: ({ leg }) => leg.market_id,
  },
  {
    key: "funding_rate",
    header: "rate",
    kind: "rate",
    signed: true,
    priority: 3,
    value: ({ rate }) => rate,
  },
  {
    key: "mark_price",
    header: "mark price",
    kind: "price",
    priority: 5,
    value: ({ mark }) => mark,
  },
  {
    key: "quantity",
    header: "quantity",
    kind: "quantity",
    priority: 7,
    value: ({ quantity }) => quantity?.toFixed(),
  },
  {
    key: "funding",
    header: "funding",
    ...usd,
    priority: 0,
    value: (event) => event.usd?.toFixed(),
  },
  {
    key: "cumulative",
    header: "cumulative",
    ...usd,
    priority: 1,
    value: (event) => event.cumulative?.toFixed(),
  },
];

/** Columns of each list of the funding of a position. */
export const FUNDING_COLUMNS: Readonly<Record<FundingList, readonly Column<never>[]>> = {
  leg: LEG_COLUMNS,
  day: DAY_COLUMNS,
  event: EVENT_COLUMNS,
};

function partNote({ counted, of }: FundingDay): string | undefined {
  return counted < of ? `(${counted} of ${of})` : undefined;
}

function rounded(hours: number | undefined): string | undefined {
  return hours === undefined ? undefined : hoursOf(hours);
}

/** Formats hours with at most one decimal. */
export function hoursOf(hours = 0): string {
  return String(Number(hours.toFixed(1)));
}

/** Formats a time in milliseconds since the epoch as ISO 8601. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Names a leg: `long binance BTCUSDT`. */
export function legName({ side, exchange, symbol }: LegSummary): string {
  return `${side} ${exchange} ${symbol}`;
}
