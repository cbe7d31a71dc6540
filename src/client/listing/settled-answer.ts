import { isSettled } from "../../base/time/moment.js";
import type { FundingEvent } from "../resources/records.js";
import type { Item } from "./item-pages.js";
import { timeOf } from "./record-time.js";

/** Settled events of one market, as they were answered. */
export interface SettledAnswer {
  /** As sent, in the order of the service; those without a readable time, too. */
  readonly records: readonly Item<FundingEvent>[];
  /** Times, as sent, of the events that were left out: they were listed before they settled. */
  readonly ahead: readonly string[];
  /** Time of the last answer by the service's clock, milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** Returns an answer without the events that had not settled. @param receivedAt by the service's clock */
export function settledAnswer(
  sent: readonly Item<FundingEvent>[],
  receivedAt: number,
): SettledAnswer {
  const isIn = ({ value }: Item<FundingEvent>) =>
    isSettled(timeOf(value) ?? Number.NaN, receivedAt);
  const records = sent.filter(isIn);
  if (records.length === sent.length) return { records: sent, ahead: [], receivedAt };
  const ahead = sent.filter((item) => !isIn(item)).map(({ value }) => value.funding_time);
  return { records, ahead, receivedAt };
}

/** Names the settled events of a market in messages. */
export function historyName(marketId: number): string {
  return `the funding history of market ${marketId}`;
}

/** Names an event in messages. @param time as sent */
export function eventName(marketId: number, time: string): string {
  return `the event of ${time} in ${historyName(marketId)}`;
}
