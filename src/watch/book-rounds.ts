import type { Client } from "../client/client.js";
import { withoutText } from "../client/listing/item-pages.js";
import type { HistoryStore, KeptHistory } from "../client/listing/kept-history.js";
import type { Context } from "../command/context.js";
import type { Need } from "../figures/figure.js";
import { type BookRequest, type LoadedBook, loadBook } from "../portfolio/load-book.js";
import type { Round, Rounds } from "./round.js";
import { eachOnce, type RoundLimits, roundsOf } from "./round-source.js";

/** Rounds of a watch of the open positions, and what was loaded in each. */
export interface BookRounds extends Rounds {
  of(round: Round): LoadedBook;
  /** Returns a context whose requests are those of a round, and whose messages are shown once. */
  quiet(signal: AbortSignal): Context;
}

/** What is watched. */
export interface WatchRequest {
  readonly client: Client;
  /** What the figures and rules need beside the positions. */
  readonly needs: ReadonlySet<Need>;
  readonly filters: Pick<BookRequest, "asset" | "exchange">;
  /** Limits of the requests of rounds after the first. */
  readonly roundLimits: RoundLimits;
  /** Whether there is only one round, in which a failed part is an error. */
  readonly isOnce?: boolean;
  /** Receives what was loaded, before anything is judged by it. */
  readonly onLoaded?: (found: LoadedBook) => void;
}

/** Creates the rounds; earlier ones are not kept. */
export async function createBookRounds(
  context: Context,
  { client, needs, filters, roundLimits, isOnce = false, onLoaded }: WatchRequest,
): Promise<BookRounds> {
  const loaded = new WeakMap<Round, LoadedBook>();
  const messages = eachOnce(context.messages);
  const store = inMemory(await context.histories());
  const reportQuietly: Context["reportFailure"] = async (error, target) => {
    const failure = context.failureOf(error);
    const name = target?.name === undefined ? "" : `${target.name}: `;
    messages.warning("PART_FAILED", name + failure.message);
    return failure;
  };
  const quiet = (signal: AbortSignal, by: Client, report = (_: string) => {}): Context => ({
    ...context,
    io: { ...context.io, signal },
    ...{ messages, histories: async () => store, client: async () => by },
    // A look a minute, each in files of its own, would make an archive that nobody can read.
    setting: async (name) => (name === "record" ? undefined : context.setting(name)),
    progress: { ...context.progress, update: report },
    ...(!isOnce && { reportFailure: reportQuietly }),
  });
  /** Markets that failed in the last round, which are requested after the others. */
  let last: ReadonlySet<number> = new Set();
  const rounds = roundsOf(context, client, roundLimits, async (asking) => {
    const { client: by, signal, report, untilFailure } = asking;
    const around = quiet(signal, by, report);
    const found = await loadBook(around, {
      ...{ client: by, needs, ...filters, last, untilFailure },
      ...{ isAside: !isOnce, needsAll: isOnce ? false : "that may come" },
    });
    const round = {
      items: found.positions.map((value) => ({ value, source: "" })),
      ...{ at: context.io.clock.now(), serviceTime: found.all.inputs.now },
    };
    last = new Set(found.unfetched);
    loaded.set(round, found);
    onLoaded?.(found);
    return round;
  });
  return {
    ...rounds,
    of(round) {
      const found = loaded.get(round);
      if (found === undefined) throw new RangeError("a round of another watch");
      return found;
    },
    quiet: (signal) => quiet(signal, client.withOptions(roundLimits)),
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
