import { MINUTE_MS, minuteOf } from "../../base/time/periods.js";
import { dataFiles, prefixOf } from "../names.js";
import { openTableFile, type TableFile } from "../parquet/read.js";
import { currentEvents } from "../read/current-events.js";
import { loadMonth, monthsOf } from "../read/load-month.js";
import { mergeFiles } from "../read/merge.js";
import type { ArchiveStore, StoredObject } from "../store.js";
import { sameValues } from "../sync/correction.js";
import { FUNDING } from "../tables.js";
import { createEventMinutes, type EventMinutes } from "./event-minutes.js";

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

type FundingFile = Pick<TableFile<typeof FUNDING>, "least" | "batches">;

/** Files of a month were removed or added while they were read one after the other. */
class MonthChanged extends Error {}

/** Bytes of a month that is read into memory as a whole, several files at a time, which is faster. */
const MOST_IN_MEMORY = 16 << 20;

/**
 * Opens the files of a month of settled funding. Those of a large month are read when a merge needs them,
 * and released afterwards.
 * @param least values of the first column of the order, by name of the file; one without is read at once
 * @param most bytes of a month that is read into memory
 * @returns with `assertSame`, which throws {@link MonthChanged} when what was read may not be all
 */
async function openMonth(
  store: ArchiveStore,
  month: string,
  least: ReadonlyMap<string, number>,
  most = MOST_IN_MEMORY,
): Promise<{ files: readonly FundingFile[]; assertSame: () => Promise<void> }> {
  const objects = await dataFiles(store, prefixOf(FUNDING, month));
  if (objects.reduce((sum, { size }) => sum + size, 0) <= most) {
    return { files: await loadMonth(store, FUNDING, month), assertSame: async () => {} };
  }
  return {
    files: objects.map(({ name }) => ({
      least: least.get(name),
      async *batches(wanted) {
        const bytes = await store.read(name);
        if (bytes === undefined) throw new MonthChanged();
        yield* (await openTableFile(FUNDING, name, bytes)).batches(wanted);
      },
    })),
    async assertSame() {
      const again = await dataFiles(store, prefixOf(FUNDING, month));
      if (namesOf(again) !== namesOf(objects)) throw new MonthChanged();
    },
  };
}

function namesOf(objects: readonly StoredObject[]): string {
  return objects.map(({ name }) => name).join();
}
