/**
 * Recalculates the settlements to come of a leg from the raw JSON, from the definitions only. Imports
 * nothing from the program.
 */
import { holesOf, known, type RawEvent } from "../../analytics/funding/run-oracle.js";
import type { Leg, Listed } from "../../recomputed/reasons.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface Coming {
  readonly next: number | null;
  readonly spacing: number | null;
  readonly about: boolean | null;
  readonly dueSince: number | null;
  readonly times: readonly number[];
  readonly pays: number | null;
  readonly least: number | null;
  readonly most: number | null;
  readonly unknown: string | null;
}

export function coming(
  position: Listed,
  leg: Leg,
  markets: ReadonlyMap<number, readonly RawEvent[]>,
  now: number,
): Coming {
  const events = leg.market_id === null ? [] : known(markets.get(leg.market_id) ?? []);
  const last = events.at(-1);
  const isNegative = position.legs.some(({ quantity }) => quantity < 0);
  const nothing = { pays: null, least: null, most: null };
  if (last === undefined) {
    const none = { next: null, spacing: null, about: null, dueSince: null, times: [] };
    const why = leg.market_id === null ? "market_unknown" : "funding_unknown";
    return { ...none, ...nothing, unknown: isNegative ? "quantity_negative" : why };
  }
  const gap = last.at - (events.at(-2)?.at ?? 0);
  const about = gap !== (events.at(-2)?.at ?? 0) - (events.at(-3)?.at ?? 0);
  const spacing = about ? last.own : gap;
  let next = last.at + spacing;
  const dueSince = next <= now ? next : null;
  while (next <= now) next += spacing;
  const times: number[] = [];
  for (let at = next; at <= now + DAY; at += spacing) times.push(at);
  const clock = { next, spacing, about, dueSince, times };
  const mark = leg.mark_price ?? (last.mark === undefined ? null : Number(last.mark) / 1e15);
  const unknown = isNegative
    ? "quantity_negative"
    : last.rate === undefined
      ? "rate_unknown"
      : last.at <= now - 3 * DAY
        ? "rate_old"
        : mark === null
          ? "mark_missing"
          : null;
  if (unknown !== null || mark === null) return { ...clock, ...nothing, unknown };
  const at = (rate: bigint | undefined) =>
    (leg.side === "long" ? -1 : 1) * leg.quantity * mark * (Number(rate) / 1e15);
  const recent = events.filter((it) => it.at > now - 3 * DAY && it.at <= now);
  const holes = holesOf(events, now - 3 * DAY, now - last.own - 1).filter(
    (time) => time > now - 3 * DAY,
  );
  const rated = recent.filter(({ rate }) => rate !== undefined).map(({ rate }) => at(rate));
  const conflicts = recent.some(({ conflict }) => conflict);
  const isCovered =
    !conflicts && rated.length > 0 && rated.length * 20 >= (recent.length + holes.length) * 19;
  return {
    ...{ ...clock, unknown, pays: at(last.rate) },
    least: isCovered ? Math.min(...rated) : null,
    most: isCovered ? Math.max(...rated) : null,
  };
}
