import { MINUTE_MS } from "../../base/periods.js";
import { currentEvents } from "../read/current-events.js";
import { loadMonth, monthsOf } from "../read/load-month.js";
import { mergeFiles } from "../read/merge.js";
import type { ArchiveStore } from "../store.js";
import { sameValues } from "../sync/correction.js";
import { FUNDING, minuteOf } from "../tables.js";
import { createEventMinutes, type EventMinutes } from "./event-minutes.js";

/** An event with different values in one answer. */
export interface Contradiction {
  readonly marketId: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** What the rows of settled funding say together. */
export interface CheckedEvents {
  readonly minutes: EventMinutes;
  readonly contradictions: readonly Contradiction[];
}

/** What identifies an event, and its version. */
const KEYS = ["market_id", "funding_time", "seen_at"] as const;

/**
 * Reads when every market had events, each once, and which events contradict themselves. Values are
 * read only of markets with several rows of an event in one answer.
 * @throws {ArchiveError} when a file is damaged
 */
export async function checkEvents(store: ArchiveStore): Promise<CheckedEvents> {
  const minutes = createEventMinutes();
  const contradictions: Contradiction[] = [];
  for (const month of await monthsOf(store, FUNDING)) {
    const doubtful = await readMonth(store, month, minutes);
    if (doubtful.size === 0) continue;
    for await (const { marketId, row, others } of currentEvents(store, {
      months: [month],
      markets: doubtful,
    })) {
      if (others.every((other) => sameValues(row, other))) continue;
      contradictions.push({ marketId, time: row.funding_time });
    }
  }
  return { minutes, contradictions };
}

/** Adds the events of a month. @returns the markets with several rows of an event in one answer */
async function readMonth(
  store: ArchiveStore,
  month: string,
  minutes: EventMinutes,
): Promise<Set<number>> {
  const doubtful = new Set<number>();
  const files = await loadMonth(store, FUNDING, month);
  let [market, minute, newest] = [Number.NaN, Number.NaN, Number.NaN];
  for await (const { batch, from, to } of mergeFiles(FUNDING, files, { columns: KEYS })) {
    const { market_id: markets, funding_time: times, seen_at: moments } = batch.columns;
    for (let index = from; index < to; index++) {
      const id = markets[index] ?? 0;
      const at = minuteOf(times[index] ?? 0);
      const seen = moments[index] ?? 0;
      if (id !== market || at !== minute) {
        minutes.add(id, at / MINUTE_MS);
        market = id;
        minute = at;
        newest = seen;
      } else if (seen === newest) doubtful.add(id);
      else if (seen > newest) newest = seen;
    }
  }
  return doubtful;
}
