import { DAY_MS } from "../base/periods.js";
import { instantOf } from "../client/listing/record-time.js";
import type { FundingPoint } from "../client/resources/funding.js";
import type { LegSummary, Position } from "../client/resources/position.js";
import { heldLegs } from "./held.js";
import { type HistoryOf, type Run, type RunInputs, type RunWindow, runOf } from "./run.js";
import { marketOf } from "./run-market.js";
import { eventOf, onceEach } from "./settled-event.js";

/** The windows that are shown of each position. */
export const SHOWN_WINDOWS = ["24h", "7d", "30d"] as const satisfies readonly RunWindow[];
export type ShownWindow = (typeof SHOWN_WINDOWS)[number];

/** How far back events are looked at: the longest window, and what is before it for the spacing. */
export const RUN_HISTORY_MS = 33 * DAY_MS;

/** What a position is paid over each window, with the legs that a gap in it is owed to. */
export interface Runs extends Readonly<Record<ShownWindow, Run>> {
  /** Held legs whose market has no id, or no history that could be had. */
  readonly without: readonly LegSummary[];
  /** Held legs that have not settled since the opening, or the slowest of them. */
  readonly awaited: readonly LegSummary[];
  /** When they settle next; undefined where nothing tells. */
  readonly next: number | undefined;
  /**
   * How often the leg's market that settled least often did so while the position was open, counted
   * up to {@link LEAST_SETTLEMENTS}; undefined where no history tells.
   */
  readonly settlements: number | undefined;
}

/** So often each leg has to have settled before anything is told for a year. */
export const LEAST_SETTLEMENTS = 3;

/** The runs of a position; each window is summed once. */
export function runsOf(position: Position, inputs: RunInputs): Runs {
  const [day, week, month] = SHOWN_WINDOWS.map((window) => runOf(position, inputs, window));
  if (day === undefined || week === undefined || month === undefined) throw new RangeError();
  const { historyOf, now } = inputs;
  const held = heldLegs(position);
  const nameless = held.filter(({ market_id }) => market_id === null);
  const without = nameless.length > 0 ? nameless : held.filter((leg) => isEmpty(leg, historyOf));
  const opened = instantOf(position.opened_at);
  const clocks = held.flatMap((leg) => clockOf(leg, historyOf));
  const silent = clocks.filter(({ last }) => last <= opened);
  const late = silent.length > 0 ? silent : clocks;
  const next = late.length === 0 ? undefined : Math.max(...late.map((it) => it.last + it.spacing));
  const awaited = late.filter((it) => it.last + it.spacing === next).map(({ leg }) => leg);
  const settlements = settlementsOf(position, historyOf, now);
  return { "24h": day, "7d": week, "30d": month, without, awaited, next, settlements };
}

function isEmpty({ market_id }: LegSummary, historyOf: HistoryOf): boolean {
  return market_id === null || (historyOf(market_id)?.length ?? 0) === 0;
}

/** When a leg's market settled last, and the time between its last two events. */
function clockOf(leg: LegSummary, historyOf: HistoryOf) {
  const { market_id } = leg;
  const market = market_id === null ? undefined : marketOf(historyOf(market_id));
  const [before, last] = market?.events.slice(-2) ?? [];
  return last === undefined || before === undefined
    ? []
    : [{ leg, last: last.time, spacing: last.time - before.time }];
}

/** Of an open position its held legs count, of a closed one all. */
function settlementsOf(position: Position, historyOf: HistoryOf, now: number): number | undefined {
  const { status, legs, opened_at, closed_at } = position;
  const since = instantOf(opened_at);
  const until = closed_at === null ? now : instantOf(closed_at);
  const counts = (status === "open" ? heldLegs(position) : legs).flatMap(({ market_id }) => {
    const points = market_id === null ? undefined : historyOf(market_id);
    return points === undefined ? [] : [settledWithin(points, since, until)];
  });
  const least = counts.length === 0 ? undefined : Math.min(...counts);
  const isCut = since < now - RUN_HISTORY_MS; // what was before is not known
  return least !== undefined && least < LEAST_SETTLEMENTS && isCut ? undefined : least;
}

function settledWithin(points: readonly FundingPoint[], since: number, until: number): number {
  const events = marketOf(points)?.events ?? onceEach(points.map(eventOf));
  let count = 0;
  for (let at = events.length - 1; at >= 0 && count < LEAST_SETTLEMENTS; at--) {
    const time = events[at]?.time ?? since;
    if (time <= since) break;
    if (time <= until) count++;
  }
  return count;
}
