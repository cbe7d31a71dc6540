import type { HistoryOf } from "../../analytics/run.js";
import type { Runs } from "../../analytics/runs.js";
import { MINUTE_MS } from "../../base/periods.js";
import type { Client } from "../../client/client.js";
import { timeOf } from "../../client/listing/record-time.js";
import type { FundingPoint } from "../../client/resources/funding.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import type { OutputOptions } from "../../output/formats/format.js";
import { ATTENTION_KEY } from "../../views/attention.js";
import { RUN_KEYS, type RunsOf } from "../../views/run.js";
import { recentFunding } from "../status/recent-funding.js";

/** What positions are paid now, fetched as they come. */
export interface PositionRuns {
  /**
   * Asks for the markets of the open ones, and again when their next settlement is due.
   * @param round of a watch, how it asks
   */
  add(positions: readonly Position[], round?: AskingRound): Promise<void>;
  readonly of: RunsOf;
}

/** How a round of a watch asks for the funding of markets. */
export interface AskingRound {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Leaves the other markets to the next round once one fails that may pass. */
  readonly untilFailure: boolean;
}

/** Whether a column that takes what is paid now is shown or sorted by. */
export function namesRun({ format, columns = [], sort }: OutputOptions): boolean {
  const isShown = format.columns !== undefined;
  const names = [...(isShown ? columns : []), ...(sort ? [sort.key] : [])];
  return names.some((name) => RUN_KEYS.includes(name) || name === ATTENTION_KEY);
}

/** A settlement that is late is asked for once a minute. */
const AGAIN_MS = MINUTE_MS;

interface Known {
  readonly events: readonly FundingPoint[] | undefined;
  /** When it is asked for again, milliseconds since the epoch by the service's time. */
  readonly again: number;
}

export async function runsOfPositions(context: Context, client: Client): Promise<PositionRuns> {
  const { runsOf } = await import("../../analytics/runs.js");
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
      const found = await recentFunding(context, due, now, { ...round, tellAs: "warning" });
      for (const marketId of found.asked) {
        const events = found.historyOf(marketId) ?? historyOf(marketId);
        markets.set(marketId, { events, again: Math.max(dueAt(events), now + AGAIN_MS) });
      }
      for (const it of positions) known.set(it, runsOf(it, { historyOf, now }));
    },
    of: (position) => known.get(position),
  };
}

/** When a market settles next, by the time between its last two events; 0 where nothing tells. */
function dueAt(events: readonly FundingPoint[] = []): number {
  const times = events.flatMap((event) => timeOf(event) ?? []).sort((a, b) => b - a);
  const [last = 0, before = last] = times;
  return last === before ? 0 : 2 * last - before;
}
