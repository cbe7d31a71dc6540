import { minuteOf } from "../../base/time/periods.js";
import { type Batch, type Run, rowAt } from "../parquet/batch.js";
import { FUNDING } from "../tables.js";
import { type Correction, correctionOf } from "./correction.js";
import type { KnownEvents } from "./known-events.js";

/** What an answer has that the archive does not. */
export interface Differences {
  /** Rows that are new or differ, in order. */
  readonly runs: readonly Run<typeof FUNDING>[];
  /** Number of events of the answer. */
  readonly minutes: number;
  /** Number of events that are new. */
  readonly added: number;
  readonly corrections: readonly Correction[];
}

/** Compares an answer of a market, in order, with what the archive has. */
export async function differencesOf(
  known: KnownEvents,
  marketId: number,
  batch: Batch<typeof FUNDING>,
): Promise<Differences> {
  const { length } = batch;
  const { funding_time: times } = batch.columns;
  await known.load(times[0], times[length - 1]);
  if (!known.has(marketId)) {
    const minutes = countMinutes(times);
    const runs = length > 0 ? [{ batch, from: 0, to: length }] : [];
    return { runs, minutes, added: minutes, corrections: [] };
  }
  return compared(known, marketId, batch);
}

function countMinutes(times: ArrayLike<number>): number {
  let minutes = 0;
  let last: number | undefined;
  for (let index = 0; index < times.length; index++) {
    const minute = minuteOf(times[index] ?? 0);
    if (minute !== last) minutes++;
    last = minute;
  }
  return minutes;
}

async function compared(
  known: KnownEvents,
  marketId: number,
  batch: Batch<typeof FUNDING>,
): Promise<Differences> {
  const runs: Run<typeof FUNDING>[] = [];
  const corrections: Correction[] = [];
  const { funding_time: times } = batch.columns;
  let minutes = 0;
  let added = 0;
  let begin = 0; // of the current run
  for (let from = 0, to = 0; from < batch.length; from = to) {
    const minute = minuteOf(times[from] ?? 0);
    do to++;
    while (to < batch.length && minuteOf(times[to] ?? 0) === minute);
    minutes++;
    const outcome = known.compare(marketId, minute, { batch, from, to });
    if (outcome === "new") added++;
    else if (outcome === "changed") {
      const rows = Array.from({ length: to - from }, (_, index) =>
        rowAt(FUNDING, batch, from + index),
      );
      corrections.push(...correctionOf(await known.find(marketId, minute), rows));
    } else {
      if (from > begin) runs.push({ batch, from: begin, to: from });
      begin = to;
    }
  }
  if (batch.length > begin) runs.push({ batch, from: begin, to: batch.length });
  return { runs, minutes, added, corrections };
}
