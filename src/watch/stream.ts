import { QueryError } from "../output/formats/errors.js";
import type { Query } from "../output/query/query.js";
import { safeJsonForTerminal } from "../output/text/safe-text.js";
import type { Io } from "../terminal/io.js";
import { waitForNextRound } from "./backoff.js";
import { tellDoubt } from "./doubt.js";
import { createEventLines } from "./event-lines.js";
import { eventsBetween } from "./events.js";
import { createRoundProgress } from "./progress.js";
import { byId, type Round } from "./round.js";
import { waitWhileRead } from "./wait-for-reader.js";
import { type Ending, updateAlerts, type Watch } from "./watch.js";

/**
 * Writes one JSON object a line for each thing that happens, the lines of a round in one write. The
 * first round is what later ones are compared with: it tells alerts only.
 * @throws what the first round throws, what later ones cannot mend, the signal's reason, and a
 *   {@link BrokenPipeError} once nobody reads the lines; other failures are told and waited out
 */
export async function streamEvents(watch: Watch, query: Query | undefined): Promise<Ending> {
  const { io } = watch;
  io.stdout.readerIsGone?.(); // to know who reads before a line lets them go
  const lines = createEventLines(query);
  let before: ReturnType<typeof byId> | undefined;
  let failures = 0;
  for (;;) {
    const outcome = await attempt(watch, before === undefined, failures + 1);
    failures = outcome.round === undefined ? failures + 1 : 0;
    if (outcome.round !== undefined) {
      const { round } = outcome;
      const { fresh } = updateAlerts(watch, round, before === undefined);
      if (before === undefined) tellDoubt(watch, round);
      const after = byId(round);
      const events = before === undefined ? [] : eventsBetween(before, after);
      before = after;
      const { expression = "" } = watch.alerts ?? {};
      const text = [
        ...events.map((event) => told(watch, () => lines.ofEvent(event, round.at))),
        ...fresh.map((item) => told(watch, () => lines.ofAlert(item, expression, round.at))),
      ].join("");
      if (text !== "") await io.stdout.write(io.stdout.isTTY ? safeJsonForTerminal(text) : text);
      await ring(io, fresh.length);
      if (watch.exitOnAlert && fresh.length > 0) return { by: "alert", items: fresh };
    }
    await waitWhileRead(io, outcome.waitMs);
  }
}

/** A query that cannot be applied to one event, such as to a figure that is null, ends nothing. */
function told({ messages }: Watch, line: () => string): string {
  try {
    return line();
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    messages.warning(`an event is left out: ${error.message}`);
    return "";
  }
}

interface Outcome {
  readonly round?: Round;
  readonly waitMs: number;
}

async function attempt(watch: Watch, first: boolean, failures: number): Promise<Outcome> {
  const { intervalMs, messages, io, rounds } = watch;
  if (first) return { round: await rounds.fetchFirst(io.signal), waitMs: intervalMs };
  const { clock, signal } = io;
  const progress = createRoundProgress(clock.now);
  try {
    return { round: await rounds.fetchNext(signal, progress), waitMs: intervalMs };
  } catch (error) {
    const failure = rounds.describeFailure(error);
    if (failure === undefined || failure.lasting) throw error;
    const { retryAfter } = failure;
    const tookMs = clock.now() - progress.since;
    const waitMs = waitForNextRound(intervalMs, failures, { retryAfter, tookMs });
    messages.warning(`${failure.message}; trying again in ${Math.ceil(waitMs / 1000)} s`);
    return { waitMs };
  }
}

/** A bell for each alert, where there is somebody to hear it. */
async function ring({ stderr }: Io, times: number): Promise<void> {
  if (!stderr.isTTY || times === 0) return;
  try {
    await stderr.write("\u0007".repeat(times));
  } catch {
    // what is said beside the data is no reason to end
  }
}
