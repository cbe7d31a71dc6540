import { recordOf } from "../../../base/map-values.js";
import { DAY_MS } from "../../../base/time/periods.js";
import { type MarketEvent, onceEach } from "../../../book/settled-event.js";
import { instantOf } from "../../../client/listing/record-time.js";
import type { Leg, Position } from "../../../client/resources/position.js";
import { RHYTHM_MS } from "../market/rhythm.js";
import { marketOf } from "../market/run-market.js";
import { settlementClock } from "../market/settlement-clock.js";
import { heldLegs } from "../position/held-legs.js";
import { type Run, type RunWindow, runOf } from "./run.js";
import type { HistoryOf, RunInputs } from "./run-legs.js";
import { surenessOfRun } from "./run-uncertainty.js";

/** Windows shown for each position. */
export const SHOWN_WINDOWS = ["24h", "7d", "30d"] as const satisfies readonly RunWindow[];
export type ShownWindow = (typeof SHOWN_WINDOWS)[number];

/** Requested history: the longest window, and what determines the spacing of its first events. */
export const RUN_HISTORY_MS = 30 * DAY_MS + RHYTHM_MS;

/** Runs of a position over each window, with the legs that cause gaps. */
export interface Runs extends Readonly<Record<ShownWindow, Run>> {
  /** Held legs without a market id or without an available history. */
  readonly without: readonly Leg[];
  /** Held legs that settle last among those not settled since the opening, or among all. */
  readonly awaited: readonly Leg[];
  /** Next settlement of `awaited`, milliseconds since the epoch; undefined if unknown. */
  readonly next: number | undefined;
  /** Fewest settlements of a leg while open, up to {@link LEAST_SETTLEMENTS}; undefined if unknown. */
  readonly settlements: number | undefined;
}

/** Minimum settlements of each leg for an annual rate. */
export const LEAST_SETTLEMENTS = 3;

/** Computes the runs of a position over all shown windows. */
export function runsOf(position: Position, inputs: RunInputs): Runs {
  const { historyOf, now } = inputs;
  const held = heldLegs(position);
  const nameless = held.filter(({ market_id }) => market_id === null);
  const without = nameless.length > 0 ? nameless : held.filter((leg) => isEmpty(leg, historyOf));
  const opened = instantOf(position.opened_at);
  const clocks = held.flatMap((leg) => clockOf(leg, inputs));
  const silent = clocks.filter(({ last }) => last <= opened);
  const late = silent.length > 0 ? silent : clocks;
  const next = late.length === 0 ? undefined : Math.max(...late.map((it) => it.next));
  const awaited = late.filter((it) => it.next === next).map(({ leg }) => leg);
  const settlements = settlementsOf(position, historyOf, now);
  const sureness = surenessOfRun(position, inputs);
  const runs = recordOf(SHOWN_WINDOWS, (window) => runOf(position, inputs, window, sureness));
  return { without, awaited, next, settlements, ...runs };
}

function isEmpty({ market_id }: Leg, historyOf: HistoryOf): boolean {
  return market_id === null || (historyOf(market_id)?.length ?? 0) === 0;
}

/** Returns the last settlement of a leg's market, and the next one after now. */
function clockOf(leg: Leg, { historyOf, now }: RunInputs) {
  const { market_id } = leg;
  const events = market_id === null ? [] : (marketOf(historyOf(market_id))?.events ?? []);
  const [last, clock] = [events.at(-1), settlementClock(events, now)];
  return last === undefined || clock === undefined
    ? []
    : [{ leg, last: last.time, next: clock.next }];
}

/** Counts settlements of the held legs of an open position, or of all legs of a closed one. */
function settlementsOf(position: Position, historyOf: HistoryOf, now: number): number | undefined {
  const { status, legs, opened_at, closed_at } = position;
  const since = instantOf(opened_at);
  const until = closed_at === null ? now : instantOf(closed_at);
  const counts = (status === "open" ? heldLegs(position) : legs).flatMap(({ market_id }) => {
    const points = market_id === null ? undefined : historyOf(market_id);
    return points === undefined ? [] : [settledWithin(points, since, until)];
  });
  const least = counts.length === 0 ? undefined : Math.min(...counts);
  const isCut = since < now - RUN_HISTORY_MS; // earlier settlements are unknown
  return least !== undefined && least < LEAST_SETTLEMENTS && isCut ? undefined : least;
}

function settledWithin(points: readonly MarketEvent[], since: number, until: number): number {
  const events = marketOf(points)?.events ?? onceEach(points);
  let count = 0;
  for (let at = events.length - 1; at >= 0 && count < LEAST_SETTLEMENTS; at--) {
    const time = events[at]?.time ?? since;
    if (time <= since) break;
    if (time <= until) count++;
  }
  return count;
}
