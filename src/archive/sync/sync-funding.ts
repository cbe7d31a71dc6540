import { DoubtedClockError } from "../../base/time/doubted-clock.js";
import { isoTime } from "../../base/time/moment.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import type { Client } from "../../client/client.js";
import type { Item } from "../../client/listing/items.js";
import { settledAnswer } from "../../client/listing/kept-history.js";
import { eventName, type FundingEvent } from "../../client/resources/funding.js";
import { type Archive, append, MANY_ROWS, type Stamp } from "../archive.js";
import type { Span } from "../read/coverage.js";
import { COVERAGE, type CoverageRow, FUNDING, type FundingRow } from "../tables.js";
import {
  type Correction,
  createKnownEvents,
  differencesOf,
  type KnownEvents,
} from "./differences.js";
import { coveredBy, isWorthRecording, newHoles, type PlanOptions, startOf } from "./plan.js";
import { rowsOf } from "./rows.js";

/** Requests at the same time; the service asks for sparing use. */
const REQUESTS = 2;

/** What to request, and what is known. */
export interface FundingSync extends Omit<PlanOptions, "now"> {
  readonly archive: Archive;
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly stamp: Stamp;
  readonly markets: readonly number[];
  /** What was requested and answered, by market. */
  readonly coverage: ReadonlyMap<number, readonly Span[]>;
  /** Called for an event that is listed before it settles, which is not recorded. */
  readonly onAhead: (event: string) => void;
  /** Called after each market, with how many are done. */
  readonly onProgress: (done: number) => void;
  /** Called for a market whose request failed; the others are requested all the same. */
  readonly onFailure: (marketId: number, error: unknown) => Promise<void>;
}

/** What came of one market. */
export interface SyncedMarket {
  readonly market_id: number;
  /** What the answer covers. */
  readonly covered: Span;
  /** Events of the answer. */
  readonly events: number;
  /** Events that were not in the archive. */
  readonly added: number;
  readonly corrections: readonly Correction[];
  /** Ranges that are found to be lost. */
  readonly lost: readonly Span[];
}

/**
 * Requests the settled funding of markets, and records what is new and what changed.
 * An error of the archive or an interruption ends it; after an interruption, what was answered is recorded.
 * @throws {ArchiveError}, {@link DoubtedClockError} or the signal's reason
 */
export async function syncFunding(sync: FundingSync): Promise<SyncedMarket[]> {
  const { archive, client, markets, coverage } = sync;
  const waiting = createWaiting(archive);
  const known = createKnownEvents(archive.store, new Set(markets));
  const now = client.serviceNow();
  const starts = markets.map((id) => startOf(coverage.get(id) ?? [], { ...sync, now }));
  const oldest = starts.reduce((least, start) => Math.min(least, start), now);
  await known.load(oldest, now);
  const synced: SyncedMarket[] = [];
  const left = markets.values();
  let done = 0;
  let isBroken = false;
  const worker = async () => {
    for (const marketId of left) {
      if (isBroken) return;
      const market = await attempt(sync, marketId, () =>
        syncMarket(sync, marketId, known, waiting),
      ).catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
      if (market !== undefined) synced.push(market);
      sync.onProgress(++done);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: REQUESTS }, worker));
  const reasons = results.flatMap((it) => (it.status === "rejected" ? [it.reason] : []));
  if (!reasons.some((it) => it instanceof DoubtedClockError)) await waiting.flush();
  for (const reason of reasons) throw reason;
  const places = new Map(markets.map((id, place) => [id, place]));
  const placeOf = ({ market_id: id }: SyncedMarket) => places.get(id) ?? 0;
  return synced.sort((a, b) => placeOf(a) - placeOf(b));
}

/** Does the work of one market; a failed request is reported and ends that market alone, with undefined. */
async function attempt<T>(
  { signal, onFailure }: Pick<FundingSync, "signal" | "onFailure">,
  marketId: number,
  work: () => Promise<T>,
): Promise<T | undefined> {
  signal.throwIfAborted();
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    const { CarryError } = await import("../../client/errors.js");
    if (!(error instanceof CarryError)) throw error;
    await onFailure(marketId, error);
    return undefined;
  }
}

async function syncMarket(
  sync: FundingSync,
  marketId: number,
  known: KnownEvents,
  waiting: Waiting,
): Promise<SyncedMarket> {
  const covered = sync.coverage.get(marketId) ?? [];
  const { start, answer } = await ask(sync, marketId, covered);
  const now = sync.client.serviceNow();
  const { records, ahead } = settledAnswer(answer, now);
  for (const time of ahead) sync.onAhead(eventName(marketId, time));
  const seenAt = await sync.stamp();
  const { rows: sent, isWhole } = rowsOf(marketId, records, seenAt);
  const [oldest, newest] = [sent[0]?.funding_time, sent.at(-1)?.funding_time];
  if (oldest !== undefined) await known.load(oldest, now);
  const { rows, events, added, corrections } = await differencesOf(known, marketId, sent);
  const answered = coveredBy(covered, { start, oldest, now });
  // An event without a readable time or rate is missing: the range is requested again. Of a new market
  // nothing is covered then, so that later syncs know it.
  const range = isWhole ? answered : { start: answered.start, end: answered.start };
  const isRecorded = isWhole
    ? rows.length > 0 || isWorthRecording(covered, answered)
    : !sync.coverage.has(marketId);
  const coverage: CoverageRow = {
    market_id: marketId,
    range_start: Math.floor(range.start),
    range_end: Math.floor(range.end),
    seen_at: seenAt,
    events,
    oldest: oldest ?? null,
    newest: newest ?? null,
    request: `/v1/funding/history/${marketId}?resolution=event&start=${isoTime(start)}`,
  };
  await waiting.add(rows, isRecorded ? [coverage] : []);
  const lost = newHoles(covered, answered, now);
  return { market_id: marketId, covered: answered, events, added, corrections, lost };
}

/**
 * Requests the events of a market. The first answer of a sync may show that this computer's clock is
 * ahead of the service's: then the range began too late, and is requested again.
 */
async function ask(
  sync: FundingSync,
  marketId: number,
  covered: readonly Span[],
): Promise<{ readonly start: number; readonly answer: readonly Item<FundingEvent>[] }> {
  const { client, signal } = sync;
  for (let asked = Number.POSITIVE_INFINITY; ; ) {
    const start = startOf(covered, { ...sync, now: client.serviceNow() });
    const answer = await client.funding.history({ marketId, start, signal }).withSource();
    asked = Math.min(asked, start);
    const now = client.serviceNow();
    const wanted = startOf(covered, { ...sync, now });
    if (wanted >= asked - MINUTE_MS) return { start, answer };
  }
}

type Waiting = ReturnType<typeof createWaiting>;

/**
 * Collects the rows of several markets into few files. Events are written before their coverage, so that
 * nothing counts as covered that is not there.
 */
function createWaiting(archive: Archive) {
  let events: FundingRow[] = [];
  let covered: CoverageRow[] = [];
  let writing: Promise<void> = Promise.resolve();
  const flush = () => {
    const [rows, ranges] = [events, covered];
    [events, covered] = [[], []];
    writing = writing.then(async () => {
      await append(archive, FUNDING, rows);
      await append(archive, COVERAGE, ranges);
    });
    return writing;
  };
  return {
    /** Takes the rows of a market; writes when there are many. @throws {ArchiveError} */
    async add(rows: readonly FundingRow[], ranges: readonly CoverageRow[]): Promise<void> {
      events.push(...rows);
      covered.push(...ranges);
      if (events.length >= MANY_ROWS) await flush();
    },
    /** Writes what waits; afterwards everything that was added is durable. @throws {ArchiveError} */
    flush,
  };
}
