import type { ArchiveStore } from "../../archive/directory.js";
import type { Client } from "../../client/client.js";
import { instantOf } from "../../client/listing/record-time.js";
import type { FundingEvent } from "../../client/resources/funding.js";
import type { Position } from "../../client/resources/position.js";
import { eventOf, type MarketEvent } from "../../figures/credible/settled-event.js";
import {
  createSizeRecorder,
  type LegSizes,
  type SizeRecorder,
} from "../../figures/engine/funding/leg-size.js";
import { RHYTHM_MS } from "../../figures/engine/market/rhythm.js";
import { heldMarks } from "../../figures/engine/position/legs.js";
import type { Context } from "../../run/context.js";
import type { Failure } from "../../run/errors/kinds.js";
import { FUNDING, fetchEach } from "../../run/fetch-each.js";
import { settledEvents } from "../../run/settled-events.js";
import { eventDoor } from "./credible.js";

/** What is known of positions since they were opened: settled events, and the sizes of legs. */
export interface FundingPast {
  readonly eventsOf: (marketId: number) => readonly MarketEvent[] | undefined;
  /** Returns undefined for a position that no snapshot has. */
  readonly sizesOf: (position: Position) => readonly LegSizes[] | undefined;
  /** Worst failure, already reported; undefined without one. */
  readonly failure: Failure | undefined;
}

/** A position, and the range of time for which its funding is wanted, (start, end]. */
export interface WantedFunding {
  readonly position: Position;
  readonly portfolioId: string;
  /** Milliseconds since the epoch; NaN if unknown: then nothing is requested. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns settled events and sizes of positions: from the archive, if there is one, and from the service
 * the events that it lacks. Failures of the service are reported, as errors if `isNamed`.
 * @throws {ArchiveError} if an archive cannot be read
 */
export async function fundingPast(
  context: Context,
  client: Client,
  wanted: readonly WantedFunding[],
  isNamed = true,
): Promise<FundingPast> {
  const { hasArchive } = await import("./archived-funding.js");
  const dated = wanted.filter(({ start, end }) => start <= end); // NaN is neither
  const isRead = dated.length > 0 && (await hasArchive(context));
  if (isRead) return archivedPast(context, client, dated, isNamed);
  return { ...(await askedEvents(context, client, dated, isNamed)), sizesOf: () => undefined };
}

/** Fetches the settled funding of the markets of all legs, each market once and a few at a time. */
async function askedEvents(
  context: Context,
  client: Client,
  wanted: readonly WantedFunding[],
  isNamed: boolean,
): Promise<Pick<FundingPast, "eventsOf" | "failure">> {
  const start = Math.min(...wanted.map((it) => it.start)) - RHYTHM_MS;
  const believe = await eventDoor(context, client.serviceNow());
  const held = marksOf(wanted);
  const { found, failure } = await fetchEach(
    context,
    [...marketsOf(wanted).keys()],
    (id) => `market ${id}`,
    async (id) => {
      const records = await settledEvents(context, client, id, { start });
      const events = records.map(({ value }) => eventOf(value as FundingEvent));
      return [id, believe(id, events, held.get(id))] as const;
    },
    isNamed ? undefined : FUNDING,
  );
  const events = new Map(found);
  return { eventsOf: (id) => events.get(id), failure };
}

async function archivedPast(
  context: Context,
  client: Client,
  wanted: readonly WantedFunding[],
  isNamed: boolean,
): Promise<FundingPast> {
  const { openArchive } = await import("../../archive/archive.js");
  const { originOfService, withStore } = await import("../looks/place.js");
  const { eventsBetween, reportFunding } = await import("./settled-between.js");
  return withStore(context, async (store) => {
    await openArchive(store, await originOfService(context));
    const sizes = await recordedSizes(store, wanted, client.serviceNow());
    const [needed, held] = [marketsOf(wanted), marksOf(wanted)];
    const { eventsOf, failures, asked } = await eventsBetween(context, store, needed, held);
    context.messages.note("ARCHIVE_READ", `read from the archive at ${store.where}`);
    const failure = await reportFunding(context, failures, { asked, isNamed });
    return {
      eventsOf: (id) => (failures.has(id) ? undefined : eventsOf(id)),
      sizesOf: ({ position_id: id }) => sizes.get(id)?.legs(),
      failure,
    };
  });
}

function marksOf(wanted: readonly WantedFunding[]) {
  return heldMarks(wanted.map(({ position }) => position));
}

/** Returns the markets of all legs, each with the time for which it is needed. */
function marketsOf(wanted: readonly WantedFunding[]) {
  const needed = new Map<number, { from: number; to: number }>();
  for (const { position, start, end } of wanted) {
    for (const { market_id: id } of position.legs) {
      if (id === null) continue;
      const known = needed.get(id) ?? { from: start, to: end };
      needed.set(id, { from: Math.min(known.from, start), to: Math.max(known.to, end) });
    }
  }
  return needed;
}

/** Returns the sizes of positions in snapshots, by id, and the current ones of open positions. */
async function recordedSizes(
  store: ArchiveStore,
  wanted: readonly WantedFunding[],
  now: number,
): Promise<Map<string, SizeRecorder>> {
  const { recordedSnapshots } = await import("../../archive/read/snapshots.js");
  const { momentOfSnapshot } = await import("../looks/archived-looks.js");
  const positions = new Map(wanted.map(({ position }) => [position.position_id, position]));
  const from = Math.min(...[...positions.values()].map(({ opened_at: time }) => instantOf(time)));
  const sizes = new Map<string, SizeRecorder>();
  let last = now;
  for (const portfolioId of new Set(wanted.map((it) => it.portfolioId))) {
    for await (const snapshot of recordedSnapshots(store, portfolioId, { from, to: now })) {
      for (const { positionId, status, openedAt, legs } of momentOfSnapshot(snapshot).standings) {
        const position = positions.get(positionId);
        // An id may have been that of another position.
        const isIt = position !== undefined && instantOf(position.opened_at) === openedAt;
        if (!isIt || status !== "open") continue;
        const recorder = sizes.get(positionId) ?? createSizeRecorder();
        sizes.set(positionId, recorder);
        recorder.see(legs, snapshot.at);
        last = Math.max(last, snapshot.at + 1); // snapshots may be of a clock that was ahead
      }
    }
  }
  for (const [id, recorder] of sizes) {
    const position = positions.get(id);
    if (position?.status === "open") recorder.see(position.legs, last);
  }
  return sizes;
}
