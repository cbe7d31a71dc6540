import { type BookRequest, type LoadedBook, loadBook } from "../book/load-book.js";
import type { Client } from "../client/client.js";
import { withoutText } from "../client/listing/items.js";
import type { HistoryStore, KeptHistory } from "../client/listing/kept-history.js";
import type { Need } from "../figures/figure.js";
import type { Messages } from "../output/text/messages.js";
import type { Context } from "../run/context.js";
import { MEANINGS } from "../run/errors/kinds.js";
import { errorFields } from "../run/errors/report.js";

/** The open positions at one moment, with what their figures need. */
export interface Round {
  readonly book: LoadedBook;
  /** Time after they had been fetched, milliseconds since the epoch. */
  readonly at: number;
  /** How far the service's clock is ahead of this computer's, milliseconds. */
  readonly aheadMs: number;
  /** Whether their settled funding is still asked for, so that what needs it is unknown. */
  readonly isPart: boolean;
}

/** Why a round failed. */
export interface RoundFailure {
  /** For people. */
  readonly message: string;
  /** The message in two or three words, such as `rate limited`. */
  readonly brief: string | undefined;
  /** For programs: the fields of `carry schema error`. */
  readonly error: Readonly<Record<string, unknown>>;
  /** `Retry-After` of the service in seconds. */
  readonly retryAfter: number | undefined;
  /** Whether another round cannot succeed: a refused key, a missing portfolio. */
  readonly lasting: boolean;
}

/** How a round is asked for. */
interface Asking {
  readonly signal: AbortSignal;
  /** Receives what is asked for at the moment: `funding of 30 markets`. */
  readonly onProgress?: (text: string) => void;
  /** Receives the positions before their settled funding is there. */
  readonly onPart?: (part: Round) => void;
}

/** What is watched. */
interface WatchRequest {
  readonly client: Client;
  /** What the figures and rules need beside the positions. */
  readonly needs: ReadonlySet<Need>;
  readonly filters: Pick<BookRequest, "asset" | "exchange">;
  readonly intervalMs: number;
  /** Whether there is only one round, in which a failed part is an error. */
  readonly isOnce: boolean;
}

/** Source of the rounds of a watch. */
export type Rounds = Awaited<ReturnType<typeof createRounds>>;

/** Minimum time limit of an attempt, for slow services and short intervals. */
const SHORTEST_TIMEOUT_MS = 10_000;

/**
 * Creates the rounds of a watch. The first has the timeout and the retries of the settings; an attempt of a
 * later one takes no longer than the interval, and the next round is the retry.
 */
export async function createRounds(context: Context, request: WatchRequest) {
  const { client, needs, filters, intervalMs, isOnce } = request;
  const longest = Math.max(SHORTEST_TIMEOUT_MS, intervalMs);
  const timeout = Math.min((await context.setting("timeout")) ?? longest, longest);
  const limits = { timeout, retries: 0 };
  const messages = eachOnce(context.messages);
  const store = inMemory(await context.histories());
  const reportQuietly: Context["reportFailure"] = async (error, target) => {
    const failure = context.failureOf(error);
    const name = target?.name === undefined ? "" : `${target.name}: `;
    messages.warning("PART_FAILED", name + failure.message);
    return failure;
  };
  const quiet = (by: Client, signal: AbortSignal, report: (text: string) => void): Context => ({
    ...context,
    io: { ...context.io, signal },
    messages,
    client: async () => by,
    histories: async () => store,
    // A look a minute, each in files of its own, would make an archive that nobody can read.
    setting: async (name) => (name === "record" ? undefined : context.setting(name)),
    progress: { ...context.progress, update: report },
    ...(!isOnce && { reportFailure: reportQuietly }),
  });
  let isFirst = true;
  /** Markets that failed in the last round, which are requested after the others. */
  let last: ReadonlySet<number> = new Set();
  return {
    /** Fetches all watched positions. @throws the failure of a round that has no positions */
    async fetch({ signal, onProgress, onPart }: Asking): Promise<Round> {
      const by = isFirst ? client : client.withOptions(limits);
      const report = (text: string) => {
        if (isFirst) context.progress.update(text);
        onProgress?.(text);
      };
      const roundOf = (book: LoadedBook, isPart: boolean): Round => {
        const at = context.io.clock.now();
        return { book, at, aheadMs: by.serviceNow() - at, isPart };
      };
      const book = await loadBook(quiet(by, signal, report), {
        client: by,
        needs,
        ...filters,
        last,
        untilFailure: !isFirst,
        isAside: !isOnce,
        needsAll: isOnce ? false : "that may come",
        ...(onPart !== undefined && { onListed: (part) => onPart(roundOf(part, true)) }),
      });
      context.reportDoubts();
      isFirst = false;
      last = new Set(book.unfetched);
      return roundOf(book, false);
    },
    /** Describes why a round failed; undefined for the end of the watch, or a defect. */
    describeFailure: (error: unknown) => describeRoundFailure(context, error),
    /** Fetches a position in full. */
    detailOf: (id: string, signal: AbortSignal) =>
      client.withOptions(limits).positions.get(id, { signal }),
  };
}

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

/** Maximum number of messages that are remembered. */
const MOST_MESSAGES = 200;

/** Returns messages that are written once each, since the rounds of a watch repeat them. */
function eachOnce(messages: Messages): Messages {
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
 * Returns a store of settled funding that keeps what it has read while the watch lasts, for all its rounds:
 * 400 markets of 330 events are 40 MB, without the texts that were sent.
 * @param stored a store that lasts longer; undefined for none
 */
function inMemory(stored: HistoryStore | undefined): HistoryStore {
  const kept = new Map<number, KeptHistory>();
  const below = stored?.isBypassed === true ? undefined : stored;
  const keep = (marketId: number, history: KeptHistory): KeptHistory => {
    const known = { ...history, records: history.records.map(withoutText) };
    kept.set(marketId, known);
    return known;
  };
  return {
    isBypassed: false,
    read(marketId) {
      const known = kept.get(marketId);
      if (known !== undefined) return known;
      const stored = below?.read(marketId);
      return stored && keep(marketId, stored);
    },
    write(marketId, history) {
      if (history === undefined) kept.delete(marketId);
      else keep(marketId, history);
      below?.write(marketId, history);
    },
  };
}
