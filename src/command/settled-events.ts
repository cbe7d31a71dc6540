import type { Client } from "../client/client.js";
import type { Item } from "../client/listing/item-pages.js";
import type { Ask, Clocks, HistoryStore, KeptHistory } from "../client/listing/kept-history.js";
import type { FundingRecord } from "../client/resources/funding.js";
import type { FundingEvent } from "../client/resources/records.js";
import type { Context } from "./context.js";
import type { Range } from "./times.js";

type Records = readonly Item<FundingEvent>[];

interface Request {
  readonly context: Context;
  readonly client: Client;
  readonly store: HistoryStore;
  readonly marketId: number;
  readonly range: Range & { readonly start: number };
  readonly clocks: Clocks;
  readonly signal: AbortSignal;
}

/**
 * Returns the settled events of a market within a range, each as sent. Events in the local store are
 * not fetched again, only those that may have settled since. A range without a start is chosen by
 * the service and therefore always fetched.
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
  if (store === undefined || start === undefined) {
    return client.funding.history({ marketId, ...range, signal }).withSource();
  }
  const clocks = { service: client.serviceNow(), local: context.io.clock.now() };
  const known = { ...range, start };
  return knownEvents({ context, client, store, marketId, range: known, clocks, signal });
}

/** Counts the markets whose events {@link settledEvents} requests, rather than reads from the store. */
export async function countRequests(
  context: Context,
  client: Client,
  marketIds: readonly number[],
  start: number,
): Promise<number> {
  const store = await context.histories();
  if (store === undefined || store.isBypassed) return marketIds.length;
  const { planOf } = await import("../client/listing/kept-history.js");
  const clocks = { service: client.serviceNow(), local: context.io.clock.now() };
  const plans = marketIds.map((id) => planOf(store.read(id), { start }, clocks));
  return plans.filter(({ kind }) => kind !== "kept").length;
}

async function knownEvents(request: Request): Promise<Records> {
  const { store, marketId, range, clocks } = request;
  const { planOf, recordsWithin } = await import("../client/listing/kept-history.js");
  const kept = store.read(marketId);
  const plan = store.isBypassed ? undefined : planOf(kept, range, clocks);
  if (plan === undefined || plan.kind === "whole") return askWhole(request, kept);
  if (plan.kind === "newer") return askNewer(request, plan, kept);
  const { messages } = request.context;
  const seconds = Math.round((clocks.local - plan.history.askedAt) / 1000);
  messages.detail(
    `settled funding of market ${marketId} from the local cache, fetched ${seconds} s ago`,
  );
  return recordsWithin(plan.history.records, range);
}

/** Fetches the whole range. Stores nothing when it is in the past, since later events are unknown. */
async function askWhole(request: Request, kept: KeptHistory | undefined): Promise<Records> {
  const { range, clocks } = request;
  if (range.end !== undefined && range.end <= clocks.service) return fetchEvents(request, range);
  const { recordsWithin, wholeOf } = await import("../client/listing/kept-history.js");
  const { mergeAnswer } = await import("../client/listing/merge-history.js");
  const plan = wholeOf(range.start);
  const answer = await fetchEvents(request, { ...range, start: plan.start });
  const isPast = range.end !== undefined && range.end <= request.client.serviceNow();
  if (isPast) return recordsWithin(answer, range); // by the service's clock, known from the answer
  keep(request, mergeAnswer(kept, plan, answer, clocks).history);
  return recordsWithin(answer, range);
}

/** Fetches newer events; the whole range when these contradict the stored ones. */
async function askNewer(
  request: Request,
  plan: Ask,
  kept: KeptHistory | undefined,
): Promise<Records> {
  const { range, clocks } = request;
  const { recordsWithin } = await import("../client/listing/kept-history.js");
  const { mergeAnswer } = await import("../client/listing/merge-history.js");
  const answer = await fetchEvents(request, { start: plan.start });
  const merged = mergeAnswer(kept, plan, answer, clocks);
  if (merged.isOther) return askWhole(request, undefined);
  keep(request, merged.history);
  return recordsWithin(merged.history.records, range);
}

/** Stores events, unless the two clocks are too far apart to say what is missing. */
function keep({ client, store, marketId }: Request, history: KeptHistory): void {
  if (client.doubtedTime() === undefined) store.write(marketId, history);
}

async function fetchEvents({ client, marketId, signal }: Request, range: Range): Promise<Records> {
  return client.funding.history({ marketId, ...range, signal }).withSource();
}
