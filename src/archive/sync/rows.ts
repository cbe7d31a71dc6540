import { decimal, sumOf } from "../../base/decimal.js";
import type { Item } from "../../client/listing/items.js";
import { instantOf, timeOf } from "../../client/listing/record-time.js";
import type { FundingEvent } from "../../client/resources/funding.js";
import type { Position } from "../../client/resources/position.js";
import { elementSources, memberSource } from "../../client/validate/json-source.js";
import { problemOf } from "../../client/validate/misfit.js";
import { distinctRows } from "../read/current-events.js";
import { type FundingRow, LARGEST_SMALL, type LegRow, type PositionRow } from "../tables.js";

/** The events of an answer as rows. */
interface AnswerRows {
  /** By time, equal ones once; events without a time that can be read are left out. */
  readonly rows: readonly FundingRow[];
  /** Whether the time and the rate of every event can be read. */
  readonly isWhole: boolean;
}

/** Returns the events of an answer as rows. @param seenAt milliseconds since the epoch */
export function rowsOf(
  marketId: number,
  answer: readonly Item<FundingEvent>[],
  seenAt: number,
): AnswerRows {
  const rows: FundingRow[] = [];
  let isWhole = true;
  for (const item of answer) {
    const { value } = item;
    const time = timeOf(value) ?? Number.NaN;
    const isUnreadable = problemOf(value) !== undefined;
    const isRated = !isUnreadable || value.funding_rate !== null;
    if (Number.isNaN(time) || !isRated) isWhole = false;
    if (Number.isNaN(time)) continue;
    rows.push({
      market_id: marketId,
      funding_time: time,
      funding_time_text: unusualText(value, time),
      funding_rate: value.funding_rate,
      mark_price: value.mark_price,
      funding_interval: columnInterval(value),
      seen_at: seenAt,
      raw: isUnreadable || needsRaw(value) ? item.source : null,
    });
  }
  rows.sort((a, b) => a.funding_time - b.funding_time);
  const isOneEach = rows.every((row, at) => row.funding_time !== rows[at - 1]?.funding_time);
  return { rows: isOneEach ? rows : distinctRows(rows), isWhole };
}

/** Returns the interval as the column holds it; null for one that is too large, which only `raw` has. */
function columnInterval({ funding_interval: interval }: FundingEvent): number | null {
  return interval === null || Math.abs(interval) <= LARGEST_SMALL ? interval : null;
}

/** Reports whether an event has something that no column holds, so that `raw` keeps it as sent. */
function needsRaw(value: FundingEvent): boolean {
  if (columnInterval(value) !== value.funding_interval) return true;
  return Object.keys(value).some((key) => !KNOWN.event.has(key));
}

/** Returns the time of an event as sent; null where it is written as usual: `2026-05-31T08:00:00+00:00`. */
function unusualText({ funding_time: text }: FundingEvent, time: number): string | null {
  const usual = `${new Date(time).toISOString().slice(0, "2026-05-31T08:00:00".length)}+00:00`;
  return text === usual ? null : text;
}

/** A position as it is recorded. */
export interface RecordedPosition {
  readonly position: PositionRow;
  readonly legs: readonly LegRow[];
}

/** Members of an event, a position, its performance and a leg that columns hold. */
const KNOWN = {
  event: names("funding_time funding_rate funding_interval mark_price"),
  position: names("position_id asset status opened_at closed_at legs performance"),
  performance: names("funding_pnl fees spread_pnl net_pnl duration_days apr calculated_at"),
  leg: names(
    "side market_id exchange symbol leverage quantity open_price mark_price mark_price_updated_at",
  ),
};

/**
 * Returns the rows of a position of a listing. Figures are texts as sent.
 * @param snapshotAt milliseconds since the epoch
 */
export function rowsOfPosition(
  { value, source }: Item<Position>,
  portfolioId: string,
  snapshotAt: number,
): RecordedPosition {
  const own = {
    portfolio_id: portfolioId,
    position_id: value.position_id,
    snapshot_at: snapshotAt,
  };
  const performance = memberSource(source, "performance");
  const position = {
    ...own,
    calculated_at: timeOrNull(value.performance?.calculated_at),
    asset: value.asset,
    status: value.status,
    opened_at: timeOrNull(value.opened_at),
    closed_at: timeOrNull(value.closed_at),
    funding_pnl: figure(performance, "funding_pnl"),
    fees_paid: figure(performance, "fees", "paid"),
    fees_estimated_exit: figure(performance, "fees", "estimated_exit"),
    spread_realized: figure(performance, "spread_pnl", "realized"),
    spread_unrealized: figure(performance, "spread_pnl", "unrealized"),
    net_pnl: figure(performance, "net_pnl"),
    duration_days: figure(performance, "duration_days"),
    apr: figure(performance, "apr"),
    gross_notional: grossNotional(value),
    raw: isKnown(value) && problemOf(value) === undefined ? null : source,
  };
  const sources = elementSources(memberSource(source, "legs") ?? "[]");
  return { position, legs: value.legs.map((leg, at) => legRow(own, leg, sources[at] ?? "", at)) };
}

function legRow(
  own: Pick<LegRow, "portfolio_id" | "position_id" | "snapshot_at">,
  leg: Position["legs"][number],
  source: string,
  place: number,
): LegRow {
  return {
    ...own,
    leg: place,
    side: leg.side,
    market_id: leg.market_id,
    exchange: leg.exchange,
    symbol: leg.symbol,
    leverage: figure(source, "leverage"),
    quantity: figure(source, "quantity"),
    open_price: figure(source, "open_price"),
    mark_price: figure(source, "mark_price"),
    mark_price_updated_at: timeOrNull(leg.mark_price_updated_at),
  };
}

const NUMBER = /^-?\d/;

/** Returns the text of a number as sent; null for anything else. */
function figure(source: string | undefined, ...path: readonly string[]): string | null {
  let text = source;
  for (const key of path) text = text?.startsWith("{") ? memberSource(text, key) : undefined;
  return text !== undefined && NUMBER.test(text) ? text : null;
}

function grossNotional({ legs }: Position): string | null {
  const parts = legs.map(({ quantity, mark_price: mark }) => {
    if (quantity === 0) return decimal(0);
    const price = decimal(mark);
    return price && (decimal(quantity)?.abs().times(price) ?? null);
  });
  return sumOf(parts)?.toFixed() ?? null;
}

function isKnown({ legs, performance, ...position }: Position): boolean {
  const has = (record: object, known: ReadonlySet<string>) =>
    Object.keys(record).every((key) => known.has(key));
  return (
    has(position, KNOWN.position) &&
    legs.every((leg) => has(leg, KNOWN.leg)) &&
    (performance === undefined ||
      (has(performance, KNOWN.performance) &&
        has(performance.fees, names("paid estimated_exit")) &&
        has(performance.spread_pnl, names("realized unrealized"))))
  );
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

function timeOrNull(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  const time = instantOf(text);
  return Number.isNaN(time) ? null : time;
}
