import type { HistoryOf } from "../../analytics/funding/run-legs.js";
import type { Runs } from "../../analytics/funding/shown-runs.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import type { MarketEvent } from "../../book/settled-event.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import type { OutputOptions } from "../../output/formats/format.js";
import { ATTENTION_KEY } from "../../views/position/attention.js";
import { RUN_KEYS, type RunsOf } from "../../views/position/run.js";
import { recentFunding } from "../funding/recent-funding.js";

/** Current funding of positions, fetched page by page. */
export interface PositionRuns {
  /** Fetches the markets of open positions, again once their next settlement is due. */
  add(positions: readonly Position[], round?: AskingRound): Promise<void>;
  readonly of: RunsOf;
  /** Settled funding of the markets that were fetched. */
  readonly historyOf: HistoryOf;
}

/** How a round of a watch fetches the funding of markets. */
export interface AskingRound {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Whether a temporary failure of one market leaves the others to the next round. */
  readonly untilFailure: boolean;
}

/** Reports whether a column that needs current funding is shown or sorted by. */
export function namesRun({ format, columns = [], sort }: OutputOptions): boolean {
  const isShown = format.columns !== undefined;
  const names = [...(isShown ? columns : []), ...(sort ? [sort.key] : [])];
  return names.some((name) => RUN_KEYS.includes(name) || name === ATTENTION_KEY);
}

/** Minimum interval between requests for an overdue settlement. */
const AGAIN_MS = MINUTE_MS;

interface Known {
  readonly events: readonly MarketEvent[] | undefined;
  /** Time of the next request, milliseconds since the epoch by the service's time. */
  readonly again: number;
}

export async function runsOfPositions(context: Context, client: Client): Promise<PositionRuns> {
  const { runsOf } = await import("../../analytics/funding/shown-runs.js");
  const markets = new Map<number, Known>();
  const known = new WeakMap<object, Runs>();
  const historyOf: HistoryOf = (marketId) => markets.get(marketId)?.events;
  const isDue = (id: number, now: number) => (markets.get(id)?.again ?? 0) <= now;
  return {
    async add(positions, round = { client, signal: context.io.signal, untilFailure: false }) {
      const open = positions.filter(({ status }) => status === "open");
      const now = client.serviceNow();
      const due = open.map((position) => ({
        ...position,
        legs: position.legs.filter(({ market_id }) => market_id === null || isDue(market_id, now)),
      }));
      const found = await recentFunding(context, due, now, { ...round, isAside: true });
      for (const marketId of found.asked) {
        const events = found.historyOf(marketId) ?? historyOf(marketId);
        markets.set(marketId, { events, again: Math.max(dueAt(events), now + AGAIN_MS) });
      }
      for (const it of positions) known.set(it, runsOf(it, { historyOf, now }));
    },
    of: (position) => known.get(position),
    historyOf,
  };
}

/** Returns the next settlement, by the time between the last two events; 0 if unknown. */
function dueAt(events: readonly MarketEvent[] = []): number {
  const times = events.map(({ time }) => time).sort((a, b) => b - a);
  const [last = 0, before = last] = times;
  return last === before ? 0 : 2 * last - before;
}
