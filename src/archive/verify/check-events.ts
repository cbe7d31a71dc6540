import { MINUTE_MS, minuteOf } from "../../base/periods.js";
import { currentEvents } from "../read/current-events.js";
import { monthsOf } from "../read/load-month.js";
import { mergeFiles } from "../read/merge.js";
import type { ArchiveStore } from "../store.js";
import { sameValues } from "../sync/correction.js";
import { FUNDING } from "../tables.js";
import { createEventMinutes, type EventMinutes } from "./event-minutes.js";
import { type FundingFile, MonthChanged, openMonth } from "./month-files.js";

/** An event with different values in one answer. */
export interface Contradiction {
  readonly marketId: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** What identifies an event, and its version. */
const KEYS = ["market_id", "funding_time", "seen_at"] as const;

/**
 * Reads when every market had events, each once, and which events contradict themselves. Values are
 * read only of markets with several rows of an event in one answer.
 * @param least first market of each file, by its name, as far as it is known
 * @param most bytes of a month that is read into memory as a whole
 * @throws {ArchiveError} when a file is damaged
 */
export async function checkEvents(
  store: ArchiveStore,
  least: ReadonlyMap<string, number> = new Map(),
  most?: number,
) {
  try {
    return await readEvents(store, least, most);
  } catch (error) {
    if (!(error instanceof MonthChanged)) throw error;
    return readEvents(store, least, Number.POSITIVE_INFINITY); // whole months do not change
  }
}

async function readEvents(store: ArchiveStore, least: ReadonlyMap<string, number>, most?: number) {
  const minutes = createEventMinutes();
  const contradictions: Contradiction[] = [];
  for (const month of await monthsOf(store, FUNDING)) {
    const { files, assertSame } = await openMonth(store, month, least, most);
    const doubtful = await readMonth(files, minutes);
    await assertSame();
    if (doubtful.size > 0) contradictions.push(...(await contradictionsIn(store, month, doubtful)));
  }
  return { minutes, contradictions };
}

/** Reads the values of markets, and returns the events that contradict themselves. */
async function contradictionsIn(
  store: ArchiveStore,
  month: string,
  markets: ReadonlySet<number>,
): Promise<Contradiction[]> {
  const found: Contradiction[] = [];
  for await (const event of currentEvents(store, { months: [month], markets })) {
    const { marketId, row, others } = event;
    if (others.every((other) => sameValues(row, other))) continue;
    found.push({ marketId, time: row.funding_time });
  }
  return found;
}

/** Adds the events of a month. @returns the markets with several rows of an event in one answer */
async function readMonth(
  files: readonly FundingFile[],
  minutes: EventMinutes,
): Promise<Set<number>> {
  const doubtful = new Set<number>();
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
