import * as z from "zod/mini";
import { isoTime } from "../../base/time/moment.js";
import type { Address } from "../base-url.js";
import type { Connection } from "../connection.js";
import { AnswerError } from "../errors.js";
import { type Call, callOf, type Item, itemOf } from "../listing/items.js";
import {
  type PublicListing,
  plainListing,
  publicListing,
  readPayload,
} from "../listing/public-listing.js";
import { readRecords } from "../listing/read-records.js";
import { timeOf } from "../listing/record-time.js";
import { wholeHistory } from "../listing/whole-history.js";
import { UNREADABLE_TEXT } from "../validate/misfit.js";
import { decimalString, described, settlementTime, time } from "./fields.js";
import type { FundingDay, FundingEvent } from "./records.js";
import {
  addressOf,
  assertCount,
  assertTime,
  daily,
  defineEndpoint,
  everyMinute,
  type Resource,
  type SignalOptions,
  signalOf,
} from "./resource.js";
import { RESOLUTIONS, type Resolution } from "./terms.js";

export const fundingEvent = z.looseObject({
  funding_time: described(
    settlementTime(),
    "Time of the settled funding event (ISO 8601 with offset).",
  ),
  funding_rate: described(
    z.nullable(decimalString()),
    "Settled rate as a decimal fraction of the notional, carried as a string; null when there is none.",
  ),
  funding_interval: described(
    z.nullable(z.int()),
    "Funding period of the market; its unit is not documented.",
  ),
  mark_price: described(
    z.nullable(decimalString()),
    "Mark price at the event, carried as a string.",
  ),
});

/** Its fields are not documented, so none is required. */
const fundingDay = z.looseObject({});

/** The type of a record by resolution. */
export interface FundingRecords {
  readonly event: FundingEvent;
  readonly "1d": FundingDay;
}

/** A settled event, or a daily aggregate whose fields are not documented. */
export type FundingRecord = FundingRecords[Resolution];

/** Options of a history of settled funding. */
export interface FundingHistoryOptions<R extends Resolution = Resolution> extends SignalOptions {
  /** A whole number of 1 or more. */
  readonly marketId: number;
  /** Settled events (default), available for 30 days, or daily aggregates, available for 365. */
  readonly resolution?: R | undefined;
  /** Inclusive, milliseconds since the epoch. */
  readonly start?: number | undefined;
  /** Exclusive, milliseconds since the epoch. */
  readonly end?: number | undefined;
}

type TimeRange = Pick<FundingHistoryOptions, "start" | "end">;

/** Calls for funding. None needs a key. */
export interface Funding {
  /**
   * Returns the settled funding of one market, as sent: newest first. Records outside the range are
   * left out, even if the service ignores the range. Events that an answer lacks, since it is cut off at
   * either end of the range, are asked for.
   * @throws {RefusedRequestError} for an invalid market id or time
   * @throws {CarryError} if the service cannot be reached, fails, or sends an unexpected answer
   */
  history<R extends Resolution = "event">(
    options: FundingHistoryOptions<R>,
  ): Call<FundingRecords[R][], readonly Item<FundingRecords[R]>[]>;
  /**
   * Returns the records of all pages of the public market listing, below `/v1` if it is not there
   * (404). Its payload is not documented and may be anything. Refreshed every 60 seconds.
   * @throws {CarryError} if the service cannot be reached, fails, or does not answer with JSON
   */
  markets(options?: SignalOptions): Call<unknown, PublicListing>;
  /**
   * Returns the records of all pages of the public arbitrage listing, below `/v1` if it is not there
   * (404). Its payload is not documented and may be anything. Refreshed once a day, around 08:30 UTC.
   * @throws {CarryError} if the service cannot be reached, fails, or does not answer with JSON
   */
  arbitrage(options?: SignalOptions): Call<unknown, PublicListing>;
}

const history = defineEndpoint({
  about:
    "The settled funding of a market, newest first: events of 30 days, or daily aggregates of 365",
  path: "/v1/funding/history/{market_id}",
  needsKey: false,
  query: {
    resolution: described(z.enum(RESOLUTIONS), "Settled events, or daily aggregates."),
    start: described(time(), "Inclusive lower bound of the time range."),
    end: described(time(), "Exclusive upper bound of the time range."),
  },
  data: z.array(z.union([fundingEvent, fundingDay])),
  errors: [],
  paged: false,
  freshUntil: undefined,
});

const undocumented = {
  needsKey: false,
  query: {},
  data: undefined,
  errors: [],
  paged: true,
} as const;
const markets = defineEndpoint({
  ...undocumented,
  about: "The public market listing; its payload is not documented",
  path: "/api/v1/public/funding/markets",
  freshUntil: everyMinute,
});
const arbitrage = defineEndpoint({
  ...undocumented,
  about: "The public arbitrage listing; its payload is not documented",
  path: "/api/v1/public/funding/arbitrage",
  freshUntil: daily,
});
export const funding = {
  records: {
    FundingEvent: {
      about: "A settled funding event of a market (resolution `event`).",
      schema: fundingEvent,
      json: { name: "funding-event", printedBy: "carry funding history", isOfMarket: true },
    },
    FundingDay: {
      about:
        "A daily aggregate of settled funding (resolution `1d`); its fields are not documented.",
      schema: fundingDay,
      json: {
        name: "funding-day",
        printedBy: "carry funding history --resolution 1d",
        isOfMarket: true,
      },
    },
  },
  endpoints: { history, markets, arbitrage },
  callsOver: (connection) => {
    const found = (address: Address, { signal }: SignalOptions = {}) =>
      callOf(publicListing(connection, address, signalOf(connection, signal)), plainListing);
    return {
      history: (options) =>
        callOf(settled(connection, options), (items) => items.map(({ value }) => value)),
      markets: (options) => found(addressOf(markets, {}), options),
      arbitrage: (options) => found(addressOf(arbitrage, {}), options),
    };
  },
} as const satisfies Resource<Funding>;

const SCHEMAS = { event: fundingEvent, "1d": fundingDay } as const;

async function settled<R extends Resolution>(
  connection: Connection,
  options: FundingHistoryOptions<R>,
): Promise<readonly Item<FundingRecords[R]>[]> {
  const { marketId, resolution = "event", start, end } = options;
  assertCount("marketId", marketId);
  assertTime("start", start);
  assertTime("end", end);
  if (resolution !== "event") return answered(connection, options);
  const ask = (range: TimeRange) => answered(connection, { ...options, ...range });
  return wholeHistory(ask, { start, end }, connection.serviceTime.now);
}

async function answered<R extends Resolution>(
  connection: Connection,
  options: FundingHistoryOptions<R>,
): Promise<Item<FundingRecords[R]>[]> {
  const { marketId, resolution = "event", start, end, signal } = options;
  const [startName, endName] = connection.rangeParams;
  const { query, ...address } = addressOf(history, { market_id: marketId }, { resolution });
  const [from, to] = [start, end].map((time) => (time === undefined ? time : isoTime(time)));
  const named = { ...query, [startName]: from, [endName]: to };
  const request = { ...address, query: named };
  const payload = await connection.getPublic(request, readPayload, signalOf(connection, signal));
  if (payload.kind !== "list") {
    throw new AnswerError(
      `the answer of ${historyName(marketId)} does not match the interface: data: expected array`,
    );
  }
  const items = readItems(connection, payload.items, marketId, SCHEMAS[resolution]);
  return (items as Item<FundingRecords[R]>[]).filter((item) =>
    isInside(timeOf(item.value), options),
  );
}

function readItems<T extends FundingRecord>(
  connection: Pick<Connection, "redact" | "onDoubt">,
  items: readonly Item<unknown>[],
  marketId: number,
  schema: z.ZodMiniType<T>,
): Item<T>[] {
  const values = items.map(({ value }) => value);
  const where = historyName(marketId);
  const reading = { schema, where, path: "data", nameOf: nameIn(marketId) };
  const records = readRecords(connection, values, reading);
  return items.map((item, at) => withValue(item, records[at] as T));
}

/** Names the settled events of a market in messages. */
function historyName(marketId: number): string {
  return `the funding history of market ${marketId}`;
}

/** Names an event in messages. @param time as sent */
export function eventName(marketId: number, time: string): string {
  return `the event of ${time} in ${historyName(marketId)}`;
}

function nameIn(marketId: number): (record: FundingRecord) => string | undefined {
  return (record) => {
    const { funding_time: time } = record;
    return typeof time === "string" && time !== UNREADABLE_TEXT
      ? eventName(marketId, time)
      : undefined;
  };
}

function withValue<T>(item: Item<unknown>, value: T): Item<T> {
  return item.value === value ? (item as Item<T>) : itemOf(value, item.source);
}

function isInside(time: number | undefined, { start, end }: TimeRange): boolean {
  if (time === undefined) return true;
  return (start === undefined || time >= start) && (end === undefined || time < end);
}

export type { FundingDay, FundingEvent } from "./records.js";
