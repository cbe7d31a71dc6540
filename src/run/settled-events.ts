import type { Client } from "../client/client.js";
import type { Item } from "../client/listing/item-pages.js";
import type {
  Ask,
  Clocks,
  HistoryStore,
  KeptHistory,
  SettledAnswer,
} from "../client/listing/kept-history.js";
import type { FundingRecord } from "../client/resources/funding.js";
import { problemOf } from "../client/validate/stand-in.js";
import type { Context } from "./context.js";
import type { Range } from "./times.js";

interface Market {
  readonly context: Context;
  readonly client: Client;
  readonly marketId: number;
  readonly signal: AbortSignal;
}

interface Request extends Market {
  readonly store: HistoryStore;
  readonly range: Range & { readonly start: number };
  readonly clocks: Clocks;
}

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
): Promise<readonly Item<FundingRecord>[]> {
  const store = await context.histories();
  const { start } = range;
  const market = { context, client, marketId, signal };
  const clocks = { service: client.serviceNow(), local: context.io.clock.now() };
  const { records, ahead } =
    store === undefined || start === undefined
      ? await fetchEvents(market, range)
      : await knownEvents({ ...market, store, range: { ...range, start }, clocks });
  if (ahead.length > 0) {
    const { eventName } = await import("../client/listing/kept-history.js");
    for (const time of ahead) {
      context.doubt({ kind: "not_settled", record: eventName(marketId, time) });
    }
  }
  return records;
}

async function knownEvents(request: Request): Promise<SettledAnswer> {
  const { store, marketId, range, clocks } = request;
  const { planOf } = await import("../client/listing/kept-history.js");
  const kept = store.read(marketId);
  const plan = store.isBypassed ? undefined : planOf(kept, range, clocks);
  if (plan === undefined || plan.kind === "whole") return askWhole(request, kept);
  if (plan.kind === "newer") return askNewer(request, plan, kept);
  const { messages } = request.context;
  const seconds = Math.round((clocks.local - plan.history.askedAt) / 1000);
  messages.detail(
    `settled funding of market ${marketId} from the local cache, fetched ${seconds} s ago`,
  );
  return toldAgain(request, plan.history);
}

/**
 * Fetches the whole range. Stores nothing when it is in the past, since later events are unknown, nor when
 * an event has no readable time, so that the next look asks again.
 */
async function askWhole(request: Request, kept: KeptHistory | undefined): Promise<SettledAnswer> {
  const { range, clocks } = request;
  if (range.end !== undefined && range.end <= clocks.service) return fetchEvents(request, range);
  const { areDated, within, wholeOf } = await import("../client/listing/kept-history.js");
  const { mergeAnswer } = await import("../client/listing/merge-history.js");
  const plan = wholeOf(range.start);
  const answer = await fetchEvents(request, { ...range, start: plan.start });
  const isPast = range.end !== undefined && range.end <= answer.receivedAt;
  if (isPast) return within(answer, range);
  const isKnown = areDated(answer.records);
  keep(request, isKnown ? mergeAnswer(kept, plan, answer, clocks.local).history : undefined);
  return within(answer, range);
}

/** Fetches newer events; the whole range when these contradict the stored ones, or have no time. */
async function askNewer(
  request: Request,
  plan: Ask,
  kept: KeptHistory | undefined,
): Promise<SettledAnswer> {
  const { clocks } = request;
  const { areDated } = await import("../client/listing/kept-history.js");
  const { mergeAnswer } = await import("../client/listing/merge-history.js");
  const answer = await fetchEvents(request, { start: plan.start });
  const merged = mergeAnswer(kept, plan, answer, clocks.local);
  if (merged.isOther || !areDated(answer.records)) return askWhole(request, undefined);
  keep(request, merged.history);
  return toldAgain(request, merged.history);
}

/** Stores events, unless the two clocks are too far apart to say what is missing. */
function keep({ client, store, marketId }: Request, history: KeptHistory | undefined): void {
  if (client.doubtedTime() === undefined) store.write(marketId, history);
}

/** Returns the stored events of the range, and warns of unreadable ones as when they were fetched. */
async function toldAgain(
  { context, marketId, range }: Request,
  history: KeptHistory,
): Promise<SettledAnswer> {
  const { within } = await import("../client/listing/kept-history.js");
  const own = within(history, range);
  const unreadable = own.records.filter(({ value }) => problemOf(value) !== undefined);
  if (unreadable.length > 0) {
    const { readEvents } = await import("../client/resources/funding.js");
    const { redact } = context.io.secrets;
    const sent = unreadable.map(({ source }) => ({ value: JSON.parse(source) as unknown, source }));
    readEvents({ redact, onDoubt: context.doubt }, marketId, sent);
  }
  return own;
}

async function fetchEvents(
  { client, marketId, signal }: Market,
  range: Range,
): Promise<SettledAnswer> {
  const { settledAnswer } = await import("../client/listing/kept-history.js");
  const sent = await client.funding.history({ marketId, ...range, signal }).withSource();
  return settledAnswer(sent, client.serviceNow());
}
