import type { ListedSettlement } from "../analytics/listed.js";
import type { UpcomingLeg } from "../analytics/upcoming.js";
import type { SettlementTime, Upcoming } from "../analytics/upcoming-totals.js";
import { Digits } from "../base/json-digits.js";
import { HOUR_MS } from "../base/periods.js";
import { sourced } from "../output/formats/exact-json.js";
import type { Sourced } from "../output/text/sourced.js";
import { countedSumJson, measureJson } from "./measure-fields.js";
import type { UpcomingRow } from "./upcoming-row.js";
import { unknownText } from "./upcoming-unknown.js";

/** What settlements to come rest on besides the positions. */
export interface UpcomingInputs {
  readonly by: "leg" | "time";
  /** Times in milliseconds. */
  readonly now: number;
  readonly staleMs: number;
}

/** Output of `positions upcoming -o json`; its shape is that of `carry schema upcoming`. */
export function upcomingJson(
  found: Upcoming,
  rows: readonly UpcomingRow[],
  { by, now, staleMs }: UpcomingInputs,
): Sourced<unknown> {
  return sourced({
    inputs: { by, stale: `${staleMs / 1000}s`, service_time: time(now) },
    rows: by === "leg" ? rows.map(legJson) : found.times.map(timeJson),
    totals: {
      legs: found.legs.length,
      settlements_24h: found.settlements,
      pays_24h: countedSumJson(found.pays24h),
      due: found.due,
    },
  });
}

function legJson({ upcoming, listed, isUnchecked }: UpcomingRow) {
  const { position, leg, pays, least, most, pays24h, last, unknown } = upcoming;
  const { position_id, asset } = position;
  const { side, exchange, symbol, market_id } = leg;
  return {
    ...{ position_id, asset, side, exchange, symbol, market_id },
    legs_checked: !isUnchecked,
    ...clockJson(upcoming),
    last_funding_time: last === undefined ? null : time(last.time),
    last_rate: last?.rate == null ? null : new Digits(last.rate),
    pays: measureJson(pays),
    least: measureJson(least),
    most: measureJson(most),
    pays_24h: measureJson(pays24h),
    at_event_mark: upcoming.atEventMark,
    listed: listedJson(listed),
    unknown: unknown && { code: unknown, text: unknownText(upcoming) },
  };
}

function clockJson({ clock }: UpcomingLeg) {
  const { next, spacing, about, dueSince, due, within24h } = clock ?? {};
  return {
    next: next === undefined ? null : time(next),
    interval_hours: spacing === undefined ? null : spacing / HOUR_MS,
    about: about ?? null,
    due_since: dueSince === undefined ? null : time(dueSince),
    due: due ?? null,
    settlements_24h: within24h ?? null,
  };
}

function listedJson(listed: ListedSettlement | undefined) {
  if (listed === undefined) return undefined;
  const { next, rate, asOf } = listed;
  return {
    next: next === undefined ? null : time(next),
    rate: rate === undefined ? null : new Digits(rate),
    as_of: time(asOf),
  };
}

function timeJson(settlement: SettlementTime) {
  const { time: at, legs, about, atEventMark, pays, least, most } = settlement;
  return {
    time: time(at),
    settlements: legs.length,
    positions: new Set(legs.map(({ position }) => position.position_id)).size,
    pays: countedSumJson(pays),
    least: countedSumJson(least),
    most: countedSumJson(most),
    about,
    at_event_mark: atEventMark,
  };
}

function time(at: number): string {
  return new Date(at).toISOString();
}
