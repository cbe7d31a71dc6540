import type { ArchiveStore } from "../../archive/directory.js";
import { lackingFrom, type Span } from "../../archive/read/coverage.js";
import { minuteOf } from "../../base/time/periods.js";
import type { FundingEvent } from "../../client/resources/funding.js";
import { keptSince } from "../../client/resources/resolution.js";
import type { HeldMark } from "../../figures/credible/credible-events.js";
import { eventOf, type MarketEvent } from "../../figures/credible/settled-event.js";
import { RHYTHM_MS } from "../../figures/engine/market/rhythm.js";
import { counted } from "../../output/text/counted.js";
import type { Context } from "../../run/context.js";
import type { Failure } from "../../run/errors/kinds.js";
import {
  CONCURRENCY,
  FUNDING,
  inParallel,
  type PartsReport,
  reportParts,
} from "../../run/fetch-each.js";
import { settledEvents } from "../../run/settled-events.js";
import { eventDoor } from "./credible.js";

/** Markets, each with the time for which it is needed, milliseconds since the epoch. */
type NeededMarkets = ReadonlyMap<number, { readonly from: number; readonly to: number }>;

interface Kept {
  readonly events: readonly MarketEvent[];
  readonly covered: readonly Span[];
}

/** Reports the markets whose funding could not be fetched. @returns the failure if it is an error */
export function reportFunding(
  context: Context,
  failures: EventsBetween["failures"],
  { isNamed = false, ...how }: PartsReport & { readonly isNamed?: boolean },
): Promise<Failure | undefined> {
  const failed = [...failures]
    .sort(([a], [b]) => a - b)
    .map(([id, error]) => ({ name: String(id), error, isNamed }));
  return reportParts(context, failed, FUNDING, how);
}

/** The settled events of markets. */
export interface EventsBetween {
  /** Returns an empty list for a market without events. */
  readonly eventsOf: (marketId: number) => readonly MarketEvent[];
  /** Number of markets that were requested from the service. */
  readonly asked: number;
  /** What was thrown, by market. */
  readonly failures: ReadonlyMap<number, unknown>;
}

/**
 * Returns the settled events of markets from an archive, and from the service only what the archive lacks
 * and the service still keeps.
 * @param held marks that the events are compared with
 */
export async function eventsBetween(
  context: Context,
  store: ArchiveStore,
  needed: NeededMarkets,
  held: ReadonlyMap<number, HeldMark>,
): Promise<EventsBetween> {
  const kept = await keptEvents(store, needed);
  const events = new Map([...kept].map(([id, market]) => [id, market.events]));
  const wanted = wantedOf(needed, kept, await context.now());
  const failures = await complete(context, needed, events, wanted);
  const believe = await eventDoor(context, await context.now());
  const credible = new Map([...events].map(([id, own]) => [id, believe(id, own, held.get(id))]));
  return { eventsOf: (id) => credible.get(id) ?? [], asked: wanted.size, failures };
}

async function keptEvents(store: ArchiveStore, needed: NeededMarkets): Promise<Map<number, Kept>> {
  const { coverageOf } = await import("../../archive/read/coverage.js");
  const { monthsWithin } = await import("./archived-funding.js");
  const { AS_FIGURES } = await import("./event-form.js");
  if (needed.size === 0) return new Map();
  const spans = [...needed.values()];
  const months = await monthsWithin(store, {
    start: Math.min(...spans.map((span) => span.from)) - RHYTHM_MS,
    end: Math.max(...spans.map((span) => span.to)),
  });
  const events = new Map<number, MarketEvent[]>();
  const markets = new Set(needed.keys());
  await AS_FIGURES.read(store, { months, markets }, (marketId, event, time) => {
    const [span, minute] = [needed.get(marketId), minuteOf(time)];
    if (span === undefined || minute <= span.from - RHYTHM_MS || minute > span.to) return;
    const own = events.get(marketId);
    if (own === undefined) events.set(marketId, [event]);
    else own.push(event);
  });
  const covered = await coverageOf(store);
  return new Map(
    [...markets].map((id) => [
      id,
      { events: events.get(id) ?? [], covered: covered.get(id) ?? [] },
    ]),
  );
}

/** Adds what the archive lacks and the service keeps; an answer of the service replaces what is archived. */
async function complete(
  context: Context,
  needed: NeededMarkets,
  events: Map<number, readonly MarketEvent[]>,
  wanted: ReadonlyMap<number, number>,
): Promise<Map<number, unknown>> {
  const failures = new Map<number, unknown>();
  if (wanted.size === 0) return failures;
  context.progress.update(`funding of ${counted(wanted.size, "market")}`);
  await inParallel([...wanted], async ([id, start]) => {
    try {
      const client = await context.client(CONCURRENCY);
      const records = await settledEvents(context, client, id, { start });
      const answered = records.map(({ value }) => eventOf(value as FundingEvent));
      const minutes = new Set(answered.map(({ time }) => minuteOf(time)));
      const others = (events.get(id) ?? []).filter(({ time }) => !minutes.has(minuteOf(time)));
      const until = needed.get(id)?.to ?? 0;
      events.set(id, [...others, ...answered.filter(({ time }) => minuteOf(time) <= until)]);
    } catch (error) {
      failures.set(id, error);
    }
  });
  context.io.signal.throwIfAborted();
  return failures;
}

/** Returns the time from which events are requested, by market. @param now milliseconds since the epoch */
function wantedOf(
  needed: NeededMarkets,
  kept: ReadonlyMap<number, Kept>,
  now: number,
): Map<number, number> {
  const oldest = keptSince(now);
  const wanted = new Map<number, number>();
  for (const [id, { from, to }] of needed) {
    const range = { start: Math.max(from, oldest), end: Math.min(to, now) };
    const lacking = lackingFrom(kept.get(id)?.covered ?? [], range);
    if (lacking === undefined) continue;
    const events = kept.get(id)?.events ?? [];
    const newest = events.findLast(({ time }) => time < lacking); // later ones may be published late
    wanted.set(id, newest?.time ?? Math.max(lacking - RHYTHM_MS, oldest));
  }
  return wanted;
}
