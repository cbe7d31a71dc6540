import { visible } from "../../base/safe-text.js";
import type { Clock } from "../../base/time/clock.js";
import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { MEANINGS } from "../../command/errors/kinds.js";
import { isLoopback } from "../../metrics/host.js";
import { type Answer, type Place, serveMetrics } from "../../metrics/server.js";
import { codeOf } from "../../storage/system-error.js";
import { collectPage, type LastSuccess, type PageRequest } from "./collect-page.js";

/** Minimum time between the beginnings of two rounds, milliseconds. */
const FLOOR_MS = 15_000;

/**
 * Returns a function that makes a new value at most every 15 seconds, and one at a time; meanwhile callers
 * get the value that is being made, or the last one.
 */
function shared<T>({ elapsed }: Pick<Clock, "elapsed">, make: () => Promise<T>): () => Promise<T> {
  let made: { readonly at: number; readonly value: Promise<T>; isDone: boolean } | undefined;
  return () => {
    const age = made === undefined ? Number.POSITIVE_INFINITY : elapsed() - made.at;
    if (made !== undefined && (!made.isDone || age < FLOOR_MS)) return made.value;
    const round = { at: elapsed(), value: make(), isDone: false };
    const done = () => {
      round.isDone = true;
    };
    round.value.then(done, done);
    made = round;
    return round.value;
  };
}

/**
 * Serves metrics until the process is interrupted. The portfolio is collected when it is requested, at
 * most every 15 seconds.
 * @throws {UsageError} for a port in use; the failure of the first collection, if another one cannot
 *   succeed; the signal's reason
 */
export async function listen(
  context: Context,
  request: PageRequest,
  place: Place,
): Promise<ExitCode | undefined> {
  const { io, messages } = context;
  const { round, throwIfLasting } = createRounds(context, request);
  const answer = shared(io.clock, round);
  const server = await start(place, answer);
  try {
    if (!isLoopback(place.host)) {
      messages.warning("LISTENING", `everyone who can reach ${place.host} can read the metrics`);
    }
    messages.note("LISTENING", `serving ${server.url}`);
    await answer(); // a key that is refused is reported now
    throwIfLasting();
    await untilAborted(io.signal);
    return undefined;
  } finally {
    await server.close();
  }
}

function createRounds(context: Context, request: PageRequest) {
  const { contentType } = request.exposition;
  const last: LastSuccess = new Map();
  let lasting: unknown;
  const round = async (): Promise<Answer> => {
    try {
      const { text } = await collectPage(context, request, last);
      return { status: 200, contentType, text };
    } catch (error) {
      context.io.signal.throwIfAborted();
      const { kind, message } = context.failureOf(error);
      if (MEANINGS[kind].outlook !== "passing") lasting = error;
      const said = `the portfolio could not be fetched: ${message}`;
      context.messages.warning("ROUND_FAILED", said);
      return { status: 503, contentType: "text/plain; charset=utf-8", text: visible(said) };
    } finally {
      context.progress.stop();
    }
  };
  /** @throws the failure of the last round, if the next one cannot succeed either */
  const throwIfLasting = () => {
    if (lasting !== undefined) throw lasting;
  };
  return { round, throwIfLasting };
}

async function start(place: Place, answer: () => Promise<Answer>) {
  try {
    return await serveMetrics(place, answer);
  } catch (error) {
    const code = codeOf(error) ?? "";
    const known = REASONS[code];
    if (known === undefined) throw error;
    const [reason, hint] = known;
    const { host, port } = place;
    const what = hint === OTHER_PORT ? `${host}:${port}` : host;
    throw new UsageError(`--listen: ${what} ${reason}`, hint);
  }
}

const OTHER_PORT = "name another port, or 0 for a free one";
const OWN_ADDRESS = "name an address of this computer, or only a port";

/** Why a place cannot be listened on, and what to do, by the code of the system's error. */
const REASONS: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EADDRINUSE: ["is in use", OTHER_PORT],
  EACCES: ["is not permitted", OTHER_PORT],
  EADDRNOTAVAIL: ["is not an address of this computer", OWN_ADDRESS],
  ENOTFOUND: ["is not a host", OWN_ADDRESS],
  EAI_AGAIN: ["is not a host", OWN_ADDRESS],
};

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
