import { stateOf } from "../../analytics/funding/outlook-state.js";
import { runsOverWindows } from "../../analytics/funding/run.js";
import type { HistoryOf, RunInputs } from "../../analytics/funding/run-legs.js";
import type { OutlookState } from "../../analytics/funding/state-names.js";
import type { MarketEvent } from "../../book/settled-event.js";
import { instantOf } from "../../client/listing/record-time.js";
import type { Position } from "../../client/resources/position.js";

/** A change of the outlook's state. */
export interface Turn {
  readonly before: OutlookState;
  readonly after: OutlookState;
}

/**
 * Returns the positions whose outlook was in another state at an earlier time, by id. Both states are
 * at the current quantities; a position opened since, or with an unknown state, is left out.
 * src/features/pnl/explain.md, "Between two moments".
 * @param span milliseconds since the epoch
 */
export function turnsOf(
  positions: readonly Position[],
  historyOf: HistoryOf,
  { from, to }: { readonly from: number; readonly to: number },
): Map<string, Turn> {
  const earlier = { historyOf: historyUntil(historyOf, from), now: from };
  const turns = new Map<string, Turn>();
  for (const position of positions) {
    if (position.status !== "open" || instantOf(position.opened_at) > from) continue;
    const [before, after] = [
      knownState(position, earlier),
      knownState(position, { historyOf, now: to }),
    ];
    if (before === undefined || after === undefined || before === after) continue;
    turns.set(position.position_id, { before, after });
  }
  return turns;
}

function knownState(position: Position, inputs: RunInputs): OutlookState | undefined {
  const state = stateOf(runsOverWindows(position, inputs));
  return typeof state === "string" ? state : undefined;
}

/** Leaves out later events; each array is made once, since arrays are prepared once. */
function historyUntil(historyOf: HistoryOf, time: number): HistoryOf {
  const cut = new Map<number, readonly MarketEvent[] | undefined>();
  return (marketId) => {
    if (!cut.has(marketId)) {
      const events = historyOf(marketId)?.filter((event) => event.time <= time);
      cut.set(marketId, events);
    }
    return cut.get(marketId);
  };
}
