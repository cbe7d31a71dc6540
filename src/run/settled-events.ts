import type { Client } from "../client/client.js";
import type { Item } from "../client/listing/items.js";
import type { Clocks, HistoryStore, KeptHistory } from "../client/listing/kept-history.js";
import type { FundingEvent } from "../client/resources/funding.js";
import type { Context } from "./context.js";
import type { Range } from "./times.js";

interface Request {
  readonly context: Context;
  readonly client: Client;
  readonly marketId: number;
  readonly signal: AbortSignal;
}

/** Events of a market, which may be of a longer range, and when the service sent the last of them. */
type Known = Pick<KeptHistory, "records" | "receivedAt">;

/**
 * Returns the settled events of a market within a range, each as sent, and warns of those that are listed
 * before they settle. Events in the local store are not fetched again, only those that may have settled
 * since. A range without a start is chosen by the service and therefore always fetched.
 * @param signal ends requests under way
 */
export async function settledEvents(
  context: Context,
  client: Client,
  marketId: number,
  range: Range,
  signal = context.io.signal,
): Promise<readonly Item<FundingEvent>[]> {
  const { settledAnswer, within } = await import("../client/listing/kept-history.js");
  const { eventName } = await import("../client/resources/funding.js");
  const store = await context.histories();
  const request = { context, client, marketId, signal };
  const clocks = { service: client.serviceNow(), local: context.io.clock.now() };
  const known =
    store === undefined || range.start === undefined
      ? await fetched(request, range)
      : await keptOrFetched(request, store, { ...range, start: range.start }, clocks);
  const { records, ahead } = settledAnswer(within(known.records, range), known.receivedAt);
  for (const time of ahead)
    context.doubt({ kind: "not_settled", record: eventName(marketId, time) });
  return records;
}

/** Returns the events from `start` on: what is kept of them, and what has settled since. */
async function keptOrFetched(
  request: Request,
  store: HistoryStore,
  range: Range & { readonly start: number },
  clocks: Clocks,
): Promise<Known> {
  const { context, client, marketId } = request;
  const { askFrom, canBeKept, contradicts, joinHistory } = await import(
    "../client/listing/kept-history.js"
  );
  const kept = store.read(marketId);
  const start = askFrom(store.isBypassed ? undefined : kept, range, clocks);
  if (kept !== undefined && start === undefined) {
    const seconds = Math.round((clocks.local - kept.askedAt) / 1000);
    context.messages.detail(
      `settled funding of market ${marketId} from the local cache, fetched ${seconds} s ago`,
    );
    return kept;
  }
  // Of a range in the past nothing is kept, since later events would be missing.
  if (range.end !== undefined && range.end <= clocks.service) return fetched(request, range);
  const whole = askFrom(undefined, range, clocks) ?? range.start;
  let [from, before] = [start ?? whole, kept];
  let answer = await fetched(request, { start: from });
  if (kept !== undefined && contradicts(answer.records, kept, from)) {
    [from, before] = [whole, undefined];
    answer = await fetched(request, { start: from });
  }
  const at = { service: answer.receivedAt, local: clocks.local };
  const history = joinHistory(before, from, answer.records, at);
  // Nothing is kept while the two clocks are too far apart to say what is missing.
  if (client.doubtedTime() === undefined) {
    store.write(marketId, canBeKept(history) ? history : undefined);
  }
  return history;
}

async function fetched({ client, marketId, signal }: Request, range: Range): Promise<Known> {
  const records = await client.funding.history({ marketId, ...range, signal }).withSource();
  return { records, receivedAt: client.serviceNow() };
}
