import { safeJsonForTerminal } from "../base/safe-text.js";
import type { Query } from "../output/query/query.js";
import { BrokenPipeError, type Io } from "../terminal/io.js";
import { ringing } from "../terminal/ringing.js";
import { titleOf } from "./alert-title.js";
import type { AlertUpdate } from "./alerts.js";
import { waitForNextRound } from "./backoff.js";
import { alertEvent, eventLine } from "./event-lines.js";
import {
  errorEvent,
  type Outage,
  recoveredEvent,
  startedEvent,
  type WatchEvent,
} from "./notices.js";
import { createRoundProgress } from "./progress.js";
import type { Round, RoundFailure } from "./round.js";
import { fetchFirst, takeFailedRound, type Watch } from "./watch.js";

interface Stream {
  readonly watch: Watch;
  readonly query: Query | undefined;
  /** Undefined unless the last round failed. */
  outage: Outage | undefined;
}

/**
 * Writes one JSON object per line for each event, with the lines of a round in one write.
 * @throws the failure of the first round, a lasting failure of a later one, the signal's reason, and a
 *   {@link BrokenPipeError} when the reader is gone; other failures are reported, and the next round is the
 *   retry
 */
export async function streamEvents(watch: Watch, query: Query | undefined): Promise<never> {
  watch.io.stdout.readerIsGone?.(); // records the readers before a line lets one of them end
  const stream: Stream = { watch, query, outage: undefined };
  const first = await fetchFirst(watch);
  await report(stream, first, startedEvent(watch, first));
  let waitMs = watch.intervalMs;
  for (;;) {
    await waitWhileRead(watch.io, waitMs);
    waitMs = await attempt(stream);
  }
}

/** Writes the events of a round: one of the watch itself, if any, and its alerts. */
async function report(stream: Stream, round: Round, event: WatchEvent | undefined): Promise<void> {
  const { alerts, io } = stream.watch;
  const { fresh, cleared } = alerts.update(round);
  const all = [
    ...(event === undefined ? [] : [event]),
    ...fresh.map((it) => alertEvent("alert", it)),
    ...cleared.map((it) => alertEvent("resolved", it)),
  ];
  await write(stream, all, round.at);
  alerts.shown();
  await ring(io, fresh);
}

async function write(
  { watch, query }: Stream,
  events: readonly WatchEvent[],
  at: number,
): Promise<void> {
  const { stdout } = watch.io;
  const text = events.map((event) => eventLine(event, at, query)).join("");
  if (text === "") return;
  await stdout.write(stdout.isTTY ? safeJsonForTerminal(text) : text);
}

/**
 * Fetches the next round, and writes its events or that of its failure.
 * @returns the wait before the next round, milliseconds
 * @throws what another round cannot change
 */
async function attempt(stream: Stream): Promise<number> {
  const { watch, outage } = stream;
  const { clock, signal } = watch.io;
  const progress = createRoundProgress(clock);
  const fetched = await watch.rounds
    .fetchNext(signal, progress)
    .catch(async (error: unknown): Promise<number> => {
      const failure = watch.rounds.describeFailure(error);
      if (failure === undefined) throw error;
      const waitMs = await reportFailure(stream, failure, clock.elapsed() - progress.since);
      if (waitMs === undefined) throw error;
      return waitMs;
    });
  if (typeof fetched === "number") return fetched;
  stream.outage = undefined;
  await report(stream, fetched, outage && recoveredEvent(outage));
  return watch.intervalMs;
}

/**
 * Writes the event of a round that failed.
 * @param tookMs duration of the round
 * @returns the time until the next round in milliseconds; undefined for a lasting failure
 */
async function reportFailure(
  stream: Stream,
  failure: RoundFailure,
  tookMs: number,
): Promise<number | undefined> {
  const { watch, outage } = stream;
  const { retryAfter, lasting, message } = failure;
  const now = watch.io.clock.now();
  const failures = (outage?.failures ?? 0) + 1;
  stream.outage = { failures, since: outage?.since ?? now };
  takeFailedRound(watch, failure);
  const waitMs = lasting
    ? undefined
    : waitForNextRound(watch.intervalMs, failures, { retryAfter, tookMs });
  if (waitMs !== undefined) {
    watch.messages.warning(
      "ROUND_FAILED",
      `${message}; trying again in ${Math.ceil(waitMs / 1000)} s`,
    );
  }
  await write(stream, [errorEvent(failure, stream.outage, now, waitMs)], now);
  return waitMs;
}

/** Rings the bell of a terminal on stderr once for each alert, and names them. */
async function ring({ stderr, env }: Io, fresh: AlertUpdate["fresh"]): Promise<void> {
  if (!stderr.isTTY || fresh.length === 0) return;
  try {
    await stderr.write(ringing(fresh.map(titleOf), env));
  } catch {
    // a failure of stderr does not end the watch
  }
}

const LOOK_EVERY_MS = 1_000;

/** Waits while stdout has a reader. @throws {BrokenPipeError} when it is gone, and the signal's reason */
async function waitWhileRead({ clock, signal, stdout }: Io, ms: number): Promise<void> {
  if (stdout.readerIsGone === undefined) return clock.sleep(ms, signal);
  for (let left = ms; left > 0; left -= LOOK_EVERY_MS) {
    await clock.sleep(Math.min(left, LOOK_EVERY_MS), signal);
    if (stdout.readerIsGone()) throw new BrokenPipeError("the reader of stdout has gone away");
  }
}
