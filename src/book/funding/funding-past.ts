import type { ArchiveStore } from "../../archive/directory.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import type { Client } from "../../client/client.js";
import { instantOf } from "../../client/listing/record-time.js";
import type { Position } from "../../client/resources/position.js";
import type { Settlement, Settlements } from "../../figures/catalog/settlement.js";
import { createSizeRecorder, type SizeRecorder } from "../../figures/engine/funding/leg-size.js";
import {
  lifeOf,
  type PositionFundingInputs,
  positionFunding,
} from "../../figures/engine/funding/position-funding.js";
import { RHYTHM_MS } from "../../figures/engine/market/rhythm.js";
import { heldMarks } from "../../figures/engine/position/legs.js";
import type { Context } from "../../run/context.js";
import { type Failure, gravestOf } from "../../run/errors/kinds.js";
import { CONCURRENCY, FUNDING } from "../../run/fetch-each.js";
import { createFilter, type Filters } from "../../run/screen/position-filters.js";
import { hasArchive, ifArchive } from "../archive.js";
import { allPositions } from "../positions/listing.js";
import { settledEventsOf } from "./settled-funding.js";

/** A position, and the range of time for which its funding is wanted, (start, end]. */
export interface WantedFunding<P extends Position = Position> {
  readonly position: P;
  readonly portfolioId: string;
  /** Milliseconds since the epoch; NaN if unknown: then nothing is requested. */
  readonly start: number;
  readonly end: number;
}

/** What is known of positions since they were opened: settled events, and the sizes of legs. */
export interface FundingPast {
  readonly inputsOf: (wanted: WantedFunding) => PositionFundingInputs;
  /** Worst failure, already reported; undefined without one. */
  readonly failure: Failure | undefined;
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
  const dated = wanted.filter(({ start, end }) => start <= end); // NaN is neither
  const isArchived = dated.length > 0 && (await hasArchive(context));
  const sizes = isArchived
    ? await ifArchive(context, ({ store }) => recordedSizes(store, dated, client.serviceNow()))
    : undefined;
  const { found, failure } = await settledEventsOf(
    context,
    rangesOf(dated, isArchived),
    { isArchived, parts: isNamed ? undefined : FUNDING },
    heldMarks(dated.map(({ position }) => position)),
  );
  const events = new Map(found.map(({ marketId, records }) => [marketId, records]));
  return {
    inputsOf: ({ position, start, end }) => ({
      eventsOf: (id) => events.get(id),
      sizes: sizes?.get(position.position_id)?.legs(),
      start,
      end,
    }),
    failure,
  };
}

/**
 * Returns the markets of all legs, each with the range for which it is needed. It has no end where the service
 * alone is asked, which keeps what it answers for the next time.
 */
function rangesOf(wanted: readonly WantedFunding[], isArchived: boolean) {
  const ranges = new Map<number, { start: number; end?: number }>();
  for (const { position, start, end } of wanted) {
    for (const { market_id: id } of position.legs) {
      if (id === null) continue;
      const known = ranges.get(id);
      ranges.set(id, {
        start: Math.min(known?.start ?? start, start - RHYTHM_MS),
        ...(isArchived && { end: Math.max(known?.end ?? end, end + MINUTE_MS) }),
      });
    }
  }
  return ranges;
}

/** Returns the sizes of positions in snapshots, by id, and the current ones of open positions. */
async function recordedSizes(
  store: ArchiveStore,
  wanted: readonly WantedFunding[],
  now: number,
): Promise<Map<string, SizeRecorder>> {
  const { recordedSnapshots } = await import("../../archive/read/snapshots.js");
  const { momentOfSnapshot } = await import("../looks/recorded.js");
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

/** Settlements of the positions that were open in a range. */
export interface FoundSettlements extends Settlements {
  /** Every position of the portfolios, for their names. */
  readonly positions: readonly Position[];
  /** Positions with a leg whose settlements are unknown, or some of which are missing. */
  readonly unknown: readonly Position[];
  readonly failure: Failure | undefined;
}

/**
 * Returns what each leg received or paid at each settlement of a range: at the size that looks have, else at
 * what an open leg holds now.
 * @param span [from, to), milliseconds since the epoch; one until now includes what settles now
 */
export async function settlementsBetween(
  context: Context,
  { from, to }: { readonly from: number; readonly to: number | undefined },
  { asset, exchange }: Filters,
): Promise<FoundSettlements> {
  const client = await context.client(CONCURRENCY);
  const listed = await allPositions(context, client);
  const portfolios = await context.portfolios();
  const now = client.serviceNow();
  const { where = () => true } = createFilter({ asset, exchange });
  const wanted = listed.positions.filter(where).flatMap((position) => {
    const life = lifeOf(position, now);
    // What settles when a position is opened is not its own, and at its closing it is.
    const start = Math.max(life.start, from - 1);
    const end = Math.min(life.end, to === undefined ? now : to - 1);
    const portfolioId = portfolios.of(position.position_id).portfolio_id ?? "";
    return start < end ? [{ position, portfolioId, start, end }] : [];
  });
  const past = await fundingPast(context, client, wanted, false);
  const rows: Settlement[] = [];
  const unknown: Position[] = [];
  for (const its of wanted) {
    const { position } = its;
    const { legs } = positionFunding(position, past.inputsOf(its));
    for (const { events } of legs) rows.push(...events.map((event) => ({ position, event })));
    const isWhole = legs.every((leg) => leg.unknown === undefined && leg.missing.length === 0);
    if (!isWhole) unknown.push(position);
  }
  rows.sort((a, b) => a.event.time - b.event.time);
  const failure = gravestOf([listed.failure, past.failure]);
  return { from, to: to ?? now, rows, unknown, positions: listed.positions, failure };
}
