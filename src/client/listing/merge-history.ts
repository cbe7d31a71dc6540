import { MINUTE_MS } from "../../base/periods.js";
import type { FundingPoint } from "../resources/records.js";
import { type Ask, type Clocks, type KeptHistory, minuteOf, newestOf } from "./kept-history.js";
import type { Item } from "./pages.js";
import { timeOf } from "./record-time.js";

/** How far back events are kept: 33 days, and what a request may begin earlier than is wanted. */
const KEPT = (33 * 24 * 60 + 10) * MINUTE_MS;

/** A known event of which the service now tells other values. */
export interface Correction {
  readonly before: FundingPoint;
  readonly now: FundingPoint;
}

/** What is known after the service has answered. */
export interface Merged {
  readonly history: KeptHistory;
  readonly corrections: readonly Correction[];
  /** Events came back that were known, and not one of them as it was: these are other data. */
  readonly isOther: boolean;
}

/**
 * Puts an answer and what is kept together. What the service says of a minute takes the place of
 * what is kept of it, so that an event is there once, in its newest version; several events of one
 * minute in one answer all stay, as sent. Of a minute that an answer to `newer` does not mention, what
 * is kept stays; an answer to `whole` replaces all that is kept of its range.
 */
export function mergeAnswer(
  kept: KeptHistory | undefined,
  plan: Ask,
  answer: readonly Item<FundingPoint>[],
  { service, local }: Clocks,
): Merged {
  const joined = isJoined(kept, plan.start) ? kept : undefined;
  const from = Math.max(Math.min(joined?.from ?? plan.start, plan.start), service - KEPT);
  const old = byMinute(joined?.records ?? []);
  const fresh = byMinute(answer);
  const both = [...fresh].flatMap(([minute, now]) => {
    const before = old.get(minute);
    return before === undefined ? [] : [{ before, now }];
  });
  const changed = both.filter(({ before, now }) => valuesOf(before) !== valuesOf(now));
  const stays = (minute: number) =>
    !fresh.has(minute) && (plan.kind === "newer" || minute < plan.start);
  const left = [...old].filter(([minute]) => stays(minute)).flatMap(([, group]) => group);
  const isLeading = plan.kind === "newer" && !plan.overlaps;
  const history = {
    from,
    askedAt: local,
    overlappedAt: isLeading ? (kept?.overlappedAt ?? local) : local,
    records: inOrder([...answer, ...left], joined?.records ?? answer).filter(
      ({ value }) => (timeOf(value) ?? 0) >= from,
    ),
  };
  return {
    history,
    corrections: changed.flatMap(({ before: [before], now: [now] }) =>
      before === undefined || now === undefined ? [] : [{ before: before.value, now: now.value }],
    ),
    isOther: plan.kind === "newer" && both.length > 0 && changed.length === both.length,
  };
}

/** Tells whether nothing can have settled between what is kept and what is asked for from a time. */
function isJoined(kept: KeptHistory | undefined, start: number): boolean {
  const newest = kept === undefined ? undefined : newestOf(kept.records);
  return newest !== undefined && start <= newest;
}

function byMinute(
  records: readonly Item<FundingPoint>[],
): ReadonlyMap<number, readonly Item<FundingPoint>[]> {
  const groups = new Map<number, Item<FundingPoint>[]>();
  for (const record of records) {
    const minute = minuteOf(record.value);
    const group = groups.get(minute);
    if (group === undefined) groups.set(minute, [record]);
    else group.push(record);
  }
  return groups;
}

/** What the events of one minute say, each thing said once: `0.0001` and `0.00010` are the same. */
function valuesOf(group: readonly Item<FundingPoint>[]): string {
  const told = group.map(({ value: point }) =>
    JSON.stringify([
      digitsOf(point.funding_rate),
      digitsOf(point.mark_price),
      point.funding_interval,
    ]),
  );
  return [...new Set(told)].sort().join();
}

/** The digits and the place of the point, without zeros that say nothing; exact at any length. */
function digitsOf(decimal: string | null): string | null {
  if (decimal === null) return null;
  const [, sign = "", whole = "", part = "", power = "0"] =
    /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(decimal) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  if (short === "") return "0";
  const scale = Number(power) - part.length + (digits.length - short.length);
  return `${sign === "-" ? "-" : ""}${short}e${scale}`;
}

/** In the order of time that records are sent in, which is newest first unless they say otherwise. */
function inOrder(
  records: readonly Item<FundingPoint>[],
  like: readonly Item<FundingPoint>[],
): Item<FundingPoint>[] {
  const timed = (item: Item<FundingPoint> | undefined) => (item && timeOf(item.value)) ?? 0;
  const direction = timed(like[0]) < timed(like.at(-1)) ? 1 : -1;
  return records
    .map((item) => ({ item, time: timed(item) }))
    .sort((a, b) => direction * (a.time - b.time))
    .map(({ item }) => item);
}
