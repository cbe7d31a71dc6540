import { DAY_MS, MINUTE_MS } from "../base/periods.js";
import { instantOf, timeOf } from "../client/listing/record-time.js";
import type { LegSummary, Position } from "../client/resources/position.js";
import { heldLegs } from "./held.js";
import { type HistoryOf, type Run, type RunInputs, type RunWindow, runOf } from "./run.js";

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
}

/** The runs of a position; each window is summed once. */
export function runsOf(position: Position, inputs: RunInputs): Runs {
  const [day, week, month] = SHOWN_WINDOWS.map((window) => runOf(position, inputs, window));
  if (day === undefined || week === undefined || month === undefined) throw new RangeError();
  const { historyOf } = inputs;
  const held = heldLegs(position);
  const nameless = held.filter(({ market_id }) => market_id === null);
  const without = nameless.length > 0 ? nameless : held.filter((leg) => isEmpty(leg, historyOf));
  const opened = instantOf(position.opened_at);
  const clocks = held.flatMap((leg) => clockOf(leg, historyOf));
  const silent = clocks.filter(({ last }) => last <= opened);
  const late = silent.length > 0 ? silent : clocks;
  const next = late.length === 0 ? undefined : Math.max(...late.map((it) => it.last + it.spacing));
  const awaited = late.filter((it) => it.last + it.spacing === next).map(({ leg }) => leg);
  return { "24h": day, "7d": week, "30d": month, without, awaited, next };
}

function isEmpty({ market_id }: LegSummary, historyOf: HistoryOf): boolean {
  return market_id === null || (historyOf(market_id)?.length ?? 0) === 0;
}

/** When a leg's market settled last, and the time between its last two events. */
function clockOf(leg: LegSummary, historyOf: HistoryOf) {
  const events = leg.market_id === null ? undefined : historyOf(leg.market_id);
  const times = (events ?? []).flatMap((event) => timeOf(event) ?? []).sort((a, b) => b - a);
  const [last, before] = [...new Set(times.map(toMinute))];
  return last === undefined || before === undefined ? [] : [{ leg, last, spacing: last - before }];
}

function toMinute(time: number): number {
  return Math.round(time / MINUTE_MS) * MINUTE_MS;
}
