import { groupBy } from "../../base/collections.js";
import { toDecimal } from "../../base/decimal.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import type { FundingEvent } from "../resources/records.js";
import type { Item } from "./item-pages.js";
import {
  type Ask,
  type KeptHistory,
  knownOf,
  minuteOfPoint,
  newestOf,
  type SettledAnswer,
} from "./kept-history.js";
import { timeOf } from "./record-time.js";

/** How long events are stored: 33 days, and the earlier start of a request. */
const KEPT = (33 * 24 * 60 + 10) * MINUTE_MS;

/** The history after an answer. */
export interface Merged {
  readonly history: KeptHistory;
  /** Whether stored events came back and all of them differ: the data belongs to another service. */
  readonly isOther: boolean;
}

/**
 * Merges an answer into the stored history. The events of a minute in the answer replace those stored
 * for it, so that each event is stored once in its newest version; several events of one minute in
 * one answer are all kept. Minutes that an answer to `newer` does not contain stay as they are; an
 * answer to `whole` replaces everything within its range.
 * @param local time of the request by the local clock, milliseconds since the epoch
 */
export function mergeAnswer(
  kept: KeptHistory | undefined,
  plan: Ask,
  { records: answer, ahead, receivedAt }: SettledAnswer,
  local: number,
): Merged {
  // Stored events are kept only if there is no gap between them and the start of the request.
  const known = kept === undefined ? [] : knownOf(kept);
  const newest = newestOf(known);
  const joined = newest !== undefined && plan.start <= newest ? kept : undefined;
  const from = Math.max(Math.min(joined?.from ?? plan.start, plan.start), receivedAt - KEPT);
  const minuteIn = ({ value }: Item<FundingEvent>) => minuteOfPoint(value);
  const old = groupBy(joined === undefined ? [] : known, minuteIn);
  const fresh = groupBy(answer, minuteIn);
  const repeated = [...fresh].flatMap(([minute, now]) => {
    const before = old.get(minute);
    return before === undefined ? [] : [{ isOther: valuesOf(before) !== valuesOf(now) }];
  });
  const stays = (minute: number) =>
    !fresh.has(minute) && (plan.kind === "newer" || minute < plan.start);
  const left = [...old].filter(([minute]) => stays(minute)).flatMap(([, group]) => group);
  const isLeading = plan.kind === "newer" && !plan.overlaps;
  const history = {
    from,
    askedAt: local,
    overlappedAt: isLeading ? (kept?.overlappedAt ?? local) : local,
    ahead,
    receivedAt,
    records: inOrder([...answer, ...left], joined?.records ?? answer).filter(
      ({ value }) => (timeOf(value) ?? 0) >= from,
    ),
  };
  return {
    history,
    isOther: plan.kind === "newer" && repeated.length > 0 && repeated.every((it) => it.isOther),
  };
}

/** Returns the distinct values of the events of one minute: `0.0001` and `0.00010` are equal. */
function valuesOf(group: readonly Item<FundingEvent>[]): string {
  const values = group.map(({ value: point }) =>
    JSON.stringify([
      digitsOf(point.funding_rate),
      digitsOf(point.mark_price),
      point.funding_interval,
    ]),
  );
  return [...new Set(values)].sort().join();
}

/** Returns the digits and the exponent without insignificant zeros. */
function digitsOf(decimal: string | null): string | null {
  if (decimal === null) return null;
  const number = toDecimal(decimal);
  if (number === undefined) return decimal;
  return number.eq(0) ? "0" : number.toExponential();
}

/** Sorts records by time in the direction of `like`; newest first if that has none. */
function inOrder(
  records: readonly Item<FundingEvent>[],
  like: readonly Item<FundingEvent>[],
): Item<FundingEvent>[] {
  const timed = (item: Item<FundingEvent> | undefined) => (item && timeOf(item.value)) ?? 0;
  const direction = timed(like[0]) < timed(like.at(-1)) ? 1 : -1;
  return records
    .map((item) => ({ item, time: timed(item) }))
    .sort((a, b) => direction * (a.time - b.time))
    .map(({ item }) => item);
}
