import type { Limits } from "../../analytics/position/limits.js";
import type { Client } from "../../client/client.js";
import type { HistoryStore, KeptHistory } from "../../client/listing/kept-history.js";
import type { Context } from "../../command/context.js";
import type { Messages } from "../../output/text/messages.js";
import {
  type Collected,
  type CollectOptions,
  collectPortfolio,
} from "../../portfolio/positions/collect.js";
import type { Round, Rounds } from "../../watch/round.js";
import { type RoundLimits, roundsOf } from "../../watch/round-source.js";

/** Rounds of a watched status, and what was collected in each. */
export interface StatusRounds extends Rounds {
  of(round: Round): Collected;
}

export interface StatusRequest {
  readonly client: Client;
  readonly limits: Limits;
  readonly filters?: CollectOptions["filters"];
  /** Limits of the requests of rounds after the first. */
  readonly roundLimits: RoundLimits;
}

/** Creates the rounds of a watched status; earlier ones are not kept. */
export async function createStatusRounds(
  context: Context,
  { client, limits, filters, roundLimits }: StatusRequest,
): Promise<StatusRounds> {
  const collected = new WeakMap<Round, Collected>();
  const messages = eachOnce(context.messages);
  const stored = await context.histories();
  const store = stored === undefined || stored.isBypassed ? memoryHistories() : stored;
  const histories = async () => store;
  const rounds = roundsOf(context, client, roundLimits, async ({ client: by, signal, report }) => {
    const io = { ...context.io, signal };
    const progress = { ...context.progress, update: report };
    const around = { ...context, io, messages, histories, progress };
    const found = await collectPortfolio(around, {
      ...{ client: by, limits, filters },
      ...{ isAside: true, needsAll: true },
    });
    const items = found.positions.map((value) => ({ value, source: "" }));
    const round = { items, at: context.io.clock.now(), serviceTime: found.criteria.now };
    collected.set(round, found);
    return round;
  });
  return {
    ...rounds,
    of(round) {
      const found = collected.get(round);
      if (found === undefined) throw new RangeError("a round of another watch");
      return found;
    },
  };
}

/** Maximum number of messages that are remembered. */
const MOST_MESSAGES = 200;

/** Returns messages of which each is written once, since the rounds of a watch repeat them. */
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

/** Returns a store of settled funding that lasts as long as the watch. */
function memoryHistories(): HistoryStore {
  const kept = new Map<number, KeptHistory>();
  return {
    isBypassed: false,
    read: (marketId) => kept.get(marketId),
    write: (marketId, history) => void kept.set(marketId, history),
  };
}
