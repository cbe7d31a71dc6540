import { UsageError } from "../base/usage-error.js";
import type { Client } from "../client/client.js";
import type { Context } from "../command/context.js";
import { MEANINGS } from "../command/errors/kinds.js";
import { errorFields } from "../command/errors/report.js";
import type { OutputOptions } from "../output/formats/format.js";
import type { Messages } from "../output/text/messages.js";
import { lookUp, type Sources } from "../settings/sources.js";
import { isDumb } from "../terminal/io.js";
import type { Round, RoundFailure, Rounds } from "./round.js";

interface Asking {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Whether a temporary failure of one market leaves the others to the next round. */
  readonly untilFailure: boolean;
  readonly report: (soFar: string) => void;
}

/** Maximum number of messages that are remembered. */
const MOST_MESSAGES = 200;

/** Returns messages that are written once each, since the rounds of a watch repeat them. */
export function eachOnce(messages: Messages): Messages {
  const written = new Set<string>();
  const isNew = (text: string) => {
    if (written.has(text)) return false;
    if (written.size >= MOST_MESSAGES) written.clear();
    written.add(text);
    return true;
  };
  return {
    ...messages,
    note: (code, text, target) => isNew(text) && messages.note(code, text, target),
    warning: (code, text, target) => isNew(text) && messages.warning(code, text, target),
  };
}

/**
 * Returns rounds that are fetched by a function, the first with the settings of the client.
 * @param limits those of the rounds after the first
 */
export function roundsOf(
  context: Context,
  client: Client,
  limits: RoundLimits,
  fetch: (asking: Asking) => Promise<Round>,
): Rounds {
  const fetchRound = async (asking: Asking) => {
    const round = await fetch(asking);
    context.reportDoubts();
    return round;
  };
  return {
    async fetchFirst(signal) {
      const report = (soFar: string) => context.progress.update(soFar);
      const first = await fetchRound({ client, signal, report, untilFailure: false });
      context.progress.stop();
      return first;
    },
    fetchNext(signal, { begin, report }) {
      const again = client.withOptions({ ...limits, observe: begin });
      return fetchRound({ client: again, signal, report, untilFailure: true });
    },
    describeFailure: (error) => describeRoundFailure(context, error),
  };
}

/** Describes why a round failed; undefined for the end of the watch, or a defect. */
function describeRoundFailure(
  { failureOf, io }: Context,
  error: unknown,
): RoundFailure | undefined {
  const failure = failureOf(error);
  const { kind, message, brief, hint, retryAfter } = failure;
  const { outlook } = MEANINGS[kind];
  if (outlook === "ending") return undefined;
  const lasting = outlook === "lasting";
  const text = lasting && hint !== undefined ? `${message}: ${hint}` : message;
  const code = io.secrets.redact(failure.code); // the service's own, which is printed on stdout
  return { message: text, brief, error: errorFields({ ...failure, code }), retryAfter, lasting };
}

/**
 * Reports whether a watch fills the screen; elsewhere it writes events.
 * @throws {UsageError} for a format without events
 */
export function wantsScreen({ io }: Context, { format }: OutputOptions): boolean {
  if (format.columns === "csv") {
    throw new UsageError(
      `a watch prints events as JSON, not as ${format.name}`,
      "add -o ndjson, or -o table for the screen",
    );
  }
  return format.isLaidOut && io.stdout.isTTY && !isDumb(io.env);
}

/** Limits of a request in a round. */
export interface RoundLimits {
  /** Time limit of one attempt, milliseconds. */
  readonly timeout: number;
  /** Maximum number of retries within the round. */
  readonly retries: number;
}

/** Minimum time limit of an attempt, for slow services and short intervals. */
const SHORTEST_MS = 10_000;

/** Maximum time limit of an attempt, for long intervals. */
const LONGEST_MS = 300_000;

/**
 * Returns the limits of the rounds after the first: an attempt may take as long as the interval, and
 * the next round is the retry. A shorter timeout and the number of retries apply if they are set.
 */
export function limitsOfRound(intervalMs: number, sources: Sources): RoundLimits {
  const limit = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, intervalMs));
  const [timeout, retries] = [lookUp("timeout", sources), lookUp("retries", sources)];
  const isSet = (setting: { readonly origin: string }) => setting.origin !== "default";
  return {
    timeout: timeout !== undefined && isSet(timeout) ? Math.min(timeout.value, limit) : limit,
    retries: retries !== undefined && isSet(retries) ? retries.value : 0,
  };
}
