import { safeJsonForTerminal } from "../base/safe-text.js";
import type { Io } from "../base/terminal/io.js";
import { ringing } from "../base/terminal/screen.js";
import { isoTime } from "../base/time/moment.js";
import { VERSION } from "../base/version.js";
import { QueryError } from "../output/formats/format.js";
import type { Query } from "../output/query/query.js";
import { type Alerted, failFirst, titleOf, type Watch } from "./alerts.js";
import type { Round } from "./rounds.js";
import { type Outage, Schedule } from "./schedule.js";

/** An event of a watch, by the names of its line. Absent fields are left out. */
interface WatchEvent {
  readonly event: "started" | "error" | "recovered" | "alert" | "resolved";
  readonly [field: string]: unknown;
}

/**
 * Writes one JSON object per line for each event, with the lines of a round in one write.
 * @param expression of `--query`: its result replaces a line; null and false leave it out
 * @throws the failure of the first round, a lasting failure of a later one, the signal's reason, and a
 *   `BrokenPipeError` when the reader is gone; other failures are reported, and the next round is the
 *   retry
 */
export async function streamEvents(watch: Watch, expression: string | undefined): Promise<never> {
  const { io, rounds, intervalMs } = watch;
  const { compileQuery } = await import("../output/query/query.js");
  const query = expression === undefined ? undefined : compileQuery(expression);
  const schedule = new Schedule(io.clock, intervalMs);
  const { signal } = io;
  const first = await rounds.fetch({ signal }).catch((error) => failFirst(watch, error));
  watch.progress.stop();
  await report(watch, query, first, startedEvent(watch, first));
  schedule.succeed();
  for (;;) {
    await io.clock.sleep(schedule.waitMs, signal);
    schedule.begin();
    const round = await rounds
      .fetch({ signal })
      .catch((error) => takeFailure(watch, query, schedule, error));
    if (round === undefined) continue;
    const outage = schedule.succeed();
    await report(watch, query, round, outage && recoveredEvent(outage));
  }
}

/** Writes the events of a round: one of the watch itself, if any, and its alerts. */
async function report(
  { alerts, io }: Watch,
  query: Query | undefined,
  round: Round,
  event: WatchEvent | undefined,
): Promise<void> {
  const { fresh, cleared } = await alerts.update(round);
  const events = [
    ...(event === undefined ? [] : [event]),
    ...fresh.map((it) => alertEvent("alert", it)),
    ...cleared.map((it) => alertEvent("resolved", it)),
  ];
  await write(io, query, events, round.at);
  alerts.shown();
  await ring(io, fresh);
}

/** Writes the event of a round that failed. @throws what another round cannot change */
async function takeFailure(
  { io, alerts, rounds, messages }: Watch,
  query: Query | undefined,
  schedule: Schedule,
  error: unknown,
): Promise<undefined> {
  const failure = rounds.describeFailure(error);
  if (failure === undefined) throw error;
  const now = io.clock.now();
  const outage = schedule.fail(failure);
  const { waitMs } = schedule;
  alerts.fail(now, failure.message);
  if (!failure.lasting) {
    const seconds = Math.ceil(waitMs / 1000);
    messages.warning("ROUND_FAILED", `${failure.message}; trying again in ${seconds} s`);
  }
  await write(io, query, [errorEvent(outage, failure.lasting ? undefined : now + waitMs)], now);
  if (failure.lasting) throw error;
  return undefined;
}

/** Returns the first event: what is watched. */
function startedEvent(watch: Watch, { book }: Round): WatchEvent {
  const { name, portfolio, filters, intervalMs } = watch;
  return {
    event: "started",
    version: VERSION,
    profile: name === "" ? undefined : name,
    portfolio,
    filters: Object.keys(filters).length === 0 ? undefined : filters,
    interval_seconds: intervalMs / 1000,
    positions: book.positions.length,
  };
}

/** @param nextAt time of the next round, milliseconds since the epoch; undefined when the watch ends */
function errorEvent({ failure, failures }: Outage, nextAt: number | undefined): WatchEvent {
  const next = nextAt === undefined ? undefined : isoTime(nextAt);
  return { event: "error", error: failure.error, failures, next_at: next };
}

function recoveredEvent({ failures, failedAt }: Outage): WatchEvent {
  return { event: "recovered", failures, failed_at: isoTime(failedAt) };
}

/** Returns the event of an alert that begins or ends. */
function alertEvent(
  event: "alert" | "resolved",
  { position, rule, since, summary }: Alerted,
): WatchEvent {
  const { position_id = "", asset = "" } = position ?? {};
  const said = event === "alert" ? { summary } : {};
  return { event, position_id, asset, rule, since: isoTime(since), ...said };
}

async function write(
  { stdout }: Io,
  query: Query | undefined,
  events: readonly WatchEvent[],
  at: number,
): Promise<void> {
  const text = events.map((event) => eventLine(event, at, query)).join("");
  if (text === "") return;
  await stdout.write(stdout.isTTY ? safeJsonForTerminal(text) : text);
}

/**
 * Returns the line of an event: JSON, empty for an event that the query leaves out. A query may fail for an
 * event without what it names, which is then left out silently.
 */
function eventLine({ event, ...rest }: WatchEvent, at: number, query: Query | undefined): string {
  const line = JSON.stringify({ event, at: isoTime(at), ...rest });
  if (query === undefined) return `${line}\n`;
  try {
    // Queries see what a program that parses the line would see, without absent fields.
    const result = query.apply(JSON.parse(line)) ?? false;
    return result === false ? "" : `${JSON.stringify(result)}\n`;
  } catch (error) {
    if (error instanceof QueryError) return "";
    throw error;
  }
}

/** Rings the bell of a terminal on stderr once for each alert, and names them. */
async function ring({ stderr, env }: Io, fresh: readonly Alerted[]): Promise<void> {
  if (!stderr.isTTY || fresh.length === 0) return;
  try {
    await stderr.write(ringing(fresh.map(titleOf), env));
  } catch {
    // a failure of stderr does not end the watch
  }
}
