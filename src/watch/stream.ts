import { safeJsonForTerminal } from "../base/safe-text.js";
import type { Query } from "../output/query/query.js";
import { BrokenPipeError, type Io } from "../terminal/io.js";
import { ringing } from "../terminal/ringing.js";
import { titleOf } from "./alert-title.js";
import type { AlertUpdate } from "./alerts.js";
import { waitForNextRound } from "./backoff.js";
import { createEventLines } from "./event-lines.js";
import { eventsBetween } from "./events.js";
import { createHeartbeat } from "./heartbeat.js";
import {
  errorEvent,
  heartbeatEvent,
  type Outage,
  recoveredEvent,
  startedEvent,
} from "./notices.js";
import { createRoundProgress } from "./progress.js";
import { byId, type Round, type RoundFailure } from "./round.js";
import { type Ending, fetchFirst, takeFailedRound, updateAlerts, type Watch } from "./watch.js";

interface Stream {
  readonly watch: Watch;
  readonly lines: ReturnType<typeof createEventLines>;
  readonly heartbeat: ReturnType<typeof createHeartbeat>;
  /** The last round that succeeded. */
  round: Round;
  /** Undefined unless the last round failed. */
  outage: Outage | undefined;
}

/**
 * Writes one JSON object per line for each event, with the lines of a round in one write. The first
 * round is compared with the state of `--state-file`, and later rounds with the one before.
 * @returns when an alert ends the watch
 * @throws the failure of the first round, a lasting failure of a later one, the signal's reason, a
 *   {@link StorageError} of the state file, and a {@link BrokenPipeError} when the reader is gone;
 *   other failures are reported, and the next round is the retry
 */
export async function streamEvents(watch: Watch, query: Query | undefined): Promise<Ending> {
  const { clock, stdout } = watch.io;
  stdout.readerIsGone?.(); // records the readers before a line lets one of them end
  const lines = createEventLines(query, watch.messages);
  const round = await fetchFirst(watch);
  const beat = () =>
    write(stream, lines.ofNotice(heartbeatEvent(stream.round, stream.outage), clock.now()));
  const heartbeat = createHeartbeat(clock, watch.heartbeatMs, beat);
  const stream: Stream = { watch, lines, heartbeat, round, outage: undefined };
  let ending = await takeFirst(stream);
  let waitMs = watch.intervalMs;
  while (ending === undefined) {
    await wait(stream, waitMs);
    const outcome = await attempt(stream);
    ending = outcome.round && (await take(stream, outcome.round));
    waitMs = outcome.waitMs;
  }
  return ending;
}

async function takeFirst(stream: Stream): Promise<Ending | undefined> {
  const { watch, lines, round } = stream;
  const alerts = updateAlerts(watch, round, true);
  const started = lines.ofNotice(startedEvent(watch, round), round.at);
  const ended = watch.memory?.ended?.round;
  if (ended !== undefined) return report(stream, [started, ...linesBetween(stream, ended)], alerts);
  const initial = watch.initial ? round.items : [];
  const shown = initial.map((item) => lines.ofInitial(item, round.at));
  return report(stream, [started, ...shown], alerts);
}

async function take(stream: Stream, round: Round): Promise<Ending | undefined> {
  const { watch, lines, round: before, outage } = stream;
  const alerts = updateAlerts(watch, round, false);
  stream.round = round;
  stream.outage = undefined;
  const recovered = outage && lines.ofNotice(recoveredEvent(outage), round.at);
  return report(stream, [recovered ?? "", ...linesBetween(stream, before)], alerts);
}

function linesBetween({ watch, lines, round }: Stream, before: Round): string[] {
  if (!watch.tellsChanges) return [];
  const events = eventsBetween(byId(before), byId(round));
  return events.map((event) => lines.ofEvent(event, round.at));
}

/** Writes the lines of a round and its alerts, and stores the state right after them. */
async function report(
  stream: Stream,
  lines: readonly string[],
  { fresh, cleared }: AlertUpdate,
): Promise<Ending | undefined> {
  const { watch, round } = stream;
  const { expression, ids = [] } = watch.alerts ?? {};
  const { ofAlert } = stream.lines;
  const alerts = [
    ...fresh.map((it) => ofAlert("alert", it, expression, round.at)),
    ...cleared.map((it) => ofAlert("resolved", it, expression, round.at)),
  ];
  const staged = watch.memory?.stage(round, ids);
  try {
    await write(stream, [...lines, ...alerts].join(""));
  } catch (error) {
    staged?.discard();
    throw error;
  }
  staged?.commit();
  watch.alerts?.shown();
  await ring(watch.io, fresh);
  return watch.exitOnAlert && fresh.length > 0 ? { by: "alert", alerts: fresh } : undefined;
}

async function write({ watch, heartbeat }: Stream, lines: string): Promise<void> {
  const { stdout } = watch.io;
  if (lines === "") return;
  await stdout.write(stdout.isTTY ? safeJsonForTerminal(lines) : lines);
  heartbeat.reset();
}

/** Waits while the output is read, and writes heartbeats meanwhile. */
async function wait({ watch, heartbeat }: Stream, ms: number): Promise<void> {
  for (let left = ms; left > 0; ) {
    const step = Math.min(left, Math.max(1, heartbeat.dueIn()));
    await waitWhileRead(watch.io, step);
    await heartbeat.beatIfDue();
    left -= step;
  }
}

/** Fetches the next round, undefined when it failed. @throws what another round cannot change */
async function attempt(stream: Stream) {
  const { watch, heartbeat } = stream;
  const { clock, signal } = watch.io;
  const progress = createRoundProgress(clock);
  try {
    const round = await heartbeat.during(watch.rounds.fetchNext(signal, progress));
    return { round, waitMs: watch.intervalMs };
  } catch (error) {
    const failure = watch.rounds.describeFailure(error);
    if (failure === undefined) throw error;
    const waitMs = await reportFailure(stream, failure, clock.elapsed() - progress.since);
    if (waitMs === undefined) throw error;
    return { round: undefined, waitMs };
  }
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
  const { watch, lines, outage } = stream;
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
  await write(stream, lines.ofNotice(errorEvent(failure, stream.outage, now, waitMs), now));
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
