import * as z from "zod/mini";
import type { Connection } from "../connection.js";
import { AnswerError } from "../errors.js";
import type { Item } from "../listing/pages.js";
import { readPayload } from "../listing/payload.js";
import { timeOf } from "../listing/record-time.js";
import { validate } from "../validate/answer.js";
import { type FundingDay, type FundingPoint, fundingPoint } from "./funding.js";

export const RESOLUTIONS = ["event", "1d"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** How long the service keeps settled funding, days. Source: interface, Limits. */
export const RETENTION_DAYS: Readonly<Record<Resolution, number>> = { event: 30, "1d": 365 };

export interface FundingHistoryOptions {
  readonly marketId: number;
  /** Settled events (the default) or daily aggregates. */
  readonly resolution?: Resolution;
  /** Inclusive, milliseconds since the epoch. */
  readonly start?: number;
  /** Exclusive, milliseconds since the epoch. */
  readonly end?: number;
  readonly signal?: AbortSignal;
}

/** A settled event, or a daily aggregate whose fields are not documented. */
export type FundingRecord = FundingPoint | FundingDay;

const points = z.array(fundingPoint);
const days = z.array(z.looseObject({}));

/**
 * Settled funding of one market, as sent: newest first. What lies outside the range is left out
 * here too, since the service may ignore it.
 * @throws {AnswerError} when the answer is no list of records
 */
export async function fundingHistory(
  connection: Connection,
  options: FundingHistoryOptions,
): Promise<Item<FundingRecord>[]> {
  const { resolution = "event" } = options;
  const [startName, endName] = connection.rangeParams;
  const query = {
    resolution,
    [startName]: isoTime(options.start),
    [endName]: isoTime(options.end),
  };
  const path = `/v1/funding/history/${options.marketId}`;
  const payload = await connection.getPublic(path, query, readPayload, options.signal);
  const where = `the funding history of market ${options.marketId}`;
  if (payload.kind !== "list") {
    throw new AnswerError(
      `the answer of ${where} does not match the interface: data: expected array`,
    );
  }
  const values = payload.items.map((item) => item.value);
  validate(resolution === "event" ? points : days, values, where, connection.redact);
  const items = payload.items as readonly Item<FundingRecord>[];
  return items.filter((item) => isInside(timeOf(item.value), options));
}

function isInside(time: number | undefined, { start, end }: FundingHistoryOptions): boolean {
  if (time === undefined) return true;
  return (start === undefined || time >= start) && (end === undefined || time < end);
}

function isoTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString().replace(".000Z", "Z");
}
