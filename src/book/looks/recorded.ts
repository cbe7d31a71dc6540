import { ArchiveError, type ArchiveStore } from "../../archive/directory.js";
import type { RecordedSnapshot } from "../../archive/read/snapshots.js";
import type { RecordedPosition } from "../../archive/sync/rows.js";
import type { LegRow, PositionRow } from "../../archive/tables.js";
import { countWhile } from "../../base/collections.js";
import { decimal } from "../../base/decimal.js";
import { isoTime } from "../../base/time/moment.js";
import { HOUR_MS } from "../../base/time/periods.js";
import type { Leg, Performance } from "../../client/resources/position.js";
import { crediblePosition } from "../../figures/credible/credible-position.js";
import {
  knownParts,
  type Moment,
  type PartName,
  type SnapshotPosition,
} from "../../figures/period/looks.js";
import type { Context } from "../../run/context.js";
import type { Failure } from "../../run/errors/kinds.js";
import type { NamedPortfolio } from "../../run/settings/portfolios.js";
import { ifArchive } from "../archive.js";
import { inEachPortfolio } from "../positions/in-each-portfolio.js";

/** What the archive has of the portfolios. */
export interface Recorded {
  /** Times of its snapshots in order, at least one of each portfolio; milliseconds since the epoch. */
  readonly times: readonly number[];
  /** Yields the snapshots of a range in order, both ends included, while the work is done. */
  moments(from: number, to: number): AsyncGenerator<Moment>;
}

/**
 * Does work with what is recorded of the portfolios of the settings; reports those that cannot be read.
 * @param needsAll whether one that cannot be read is an error of all, which is not reported here
 * @returns undefined without an archive, or without a snapshot of any portfolio
 * @throws {ArchiveError} when it is of another service, or has snapshots of other portfolios only
 */
export async function ifRecorded<T>(
  context: Context,
  work: (recorded: Recorded, failure: Failure | undefined) => Promise<T>,
  needsAll = false,
): Promise<T | undefined> {
  return ifArchive(context, async ({ store }) => {
    const { dataFiles } = await import("../../archive/names.js");
    const { SNAPSHOTS } = await import("../../archive/tables.js");
    if ((await dataFiles(store, SNAPSHOTS)).length === 0) return undefined;
    const read = (portfolio: NamedPortfolio) => recordedOf(context, store, portfolio);
    const { list } = await context.portfolios();
    const { found, failure } = needsAll
      ? { found: await Promise.all(list.map(read)), failure: undefined }
      : await inEachPortfolio(context, "snapshots", read);
    return work(joinRecorded(found), failure);
  });
}

async function recordedOf(
  context: Context,
  store: ArchiveStore,
  portfolio: NamedPortfolio,
): Promise<Recorded> {
  const { ownersOf, recordedSnapshots, snapshotTimes } = await import(
    "../../archive/read/snapshots.js"
  );
  const { isSeveral, own } = await context.portfolios();
  const { portfolio_id: portfolioId } = portfolio;
  const times = (await snapshotTimes(store, portfolioId)).get(portfolioId);
  if (times === undefined) {
    const others = (await ownersOf(store)).join(", ");
    throw new ArchiveError(
      "archive",
      `the archive at ${store.where} has no snapshot of portfolio ${portfolioId}, but of ${others}`,
      "name one of these with --portfolio, or take a snapshot: `carry archive sync`",
    );
  }
  const moments = async function* (from: number, to: number): AsyncGenerator<Moment> {
    for await (const snapshot of recordedSnapshots(store, portfolioId, { from, to })) {
      if (isSeveral) for (const id of snapshot.ids) own(id, portfolio);
      yield momentOfSnapshot(snapshot);
    }
  };
  return { times, moments };
}

/** Maximum distance between snapshots of portfolios that count as one moment. */
const WITHIN_MS = 2 * HOUR_MS;

/**
 * Returns what is recorded of several portfolios as if they were one: a moment for each snapshot of the
 * portfolio with the fewest, if each other one has a snapshot within two hours, of which the nearest counts.
 * The time of a moment is that of its latest snapshot.
 */
function joinRecorded(all: readonly Recorded[]): Recorded {
  const [first, ...others] = all as [Recorded, ...Recorded[]];
  if (others.length === 0) return first;
  const joined = joinTimes(all.map(({ times }) => times));
  return {
    times: joined.map(({ at }) => at),
    moments(from, to) {
      const within = joined.filter(({ at }) => at >= from && at <= to);
      return joinMoments(all, within);
    },
  };
}

/** One time of all portfolios, milliseconds since the epoch. */
interface JoinedTime {
  readonly at: number;
  /** The snapshot of each portfolio. */
  readonly each: readonly number[];
}

/** Returns the times at which each portfolio has a snapshot, in order. @param all their times, in order */
function joinTimes(all: readonly (readonly number[])[]): JoinedTime[] {
  const fewest = all.reduce((one, other) => (other.length < one.length ? other : one));
  const joined: JoinedTime[] = [];
  for (const time of fewest) {
    const each = all.map((times) => nearest(times, time));
    const at = Math.max(...each);
    const isNear = each.every((it) => Math.abs(it - time) <= WITHIN_MS);
    if (isNear && at > (joined.at(-1)?.at ?? Number.NEGATIVE_INFINITY)) joined.push({ at, each });
  }
  return joined;
}

/** Returns the nearest of some times, the earlier of two. @param times in order, at least one */
function nearest(times: readonly number[], time: number): number {
  const next = countWhile(times.length, (index) => (times[index] ?? time) < time);
  const [before = Number.NEGATIVE_INFINITY, after = Number.POSITIVE_INFINITY] = [
    times[next - 1],
    times[next],
  ];
  return time - before <= after - time ? before : after;
}

/** Yields the moments of all portfolios; each has the positions that may differ from the one before. */
async function* joinMoments(
  all: readonly Recorded[],
  times: readonly JoinedTime[],
): AsyncGenerator<Moment> {
  const readers = all.map((recorded, index) => {
    const own = times.map(({ each }) => each[index] ?? 0);
    return readerOf(recorded.moments(own.at(0) ?? 0, own.at(-1) ?? 0));
  });
  for (const { at, each } of times) {
    const read = await Promise.all(readers.map((reader, index) => reader(each[index] ?? 0)));
    const ids = new Set(read.flatMap((it) => [...it.ids]));
    yield { at, ids, standings: read.flatMap(({ standings }) => standings) };
  }
}

/** Returns a function that reads what has changed since its last call, up to a time. */
function readerOf(moments: AsyncGenerator<Moment>) {
  let ids: ReadonlySet<string> = new Set();
  let next: Moment | undefined;
  return async (time: number): Promise<Omit<Moment, "at">> => {
    const changed = new Map<string, SnapshotPosition>();
    for (;;) {
      next ??= (await moments.next()).value as Moment | undefined;
      if (next === undefined || next.at > time) return { ids, standings: [...changed.values()] };
      ids = next.ids;
      for (const standing of next.standings) changed.set(standing.positionId, standing);
      next = undefined;
    }
  };
}

/**
 * Returns a snapshot of the archive as a moment, without what cannot be true of it; its figures are the digits
 * that the service sent.
 */
export function momentOfSnapshot({ at, ids, positions }: RecordedSnapshot): Moment {
  return { at, ids, standings: positions.map(standingOfRows) };
}

/* The legs are needed at few of many snapshots, so they are converted on first use. */
function standingOfRows({ position, legs }: RecordedPosition): SnapshotPosition {
  let converted: readonly Leg[] | undefined;
  const { asset, status } = position;
  const sent = performanceOfRow(position);
  const { performance } = crediblePosition({ asset, status, legs: [], performance: sent });
  const isOff = performance !== sent;
  const partOf = (name: PartName) => (isOff && name === "net_pnl" ? null : position[name]);
  return {
    positionId: position.position_id,
    asset,
    status,
    openedAt: position.opened_at ?? Number.NaN,
    closedAt: position.closed_at,
    get legs() {
      const all = { asset, status, legs: legs.map(legOfRow), performance: sent };
      converted ??= crediblePosition(all).legs;
      return converted;
    },
    parts: knownParts(partOf),
    partOf: (name) => decimal(partOf(name)),
    calculatedAt: position.calculated_at,
  };
}

function performanceOfRow(row: PositionRow): Performance {
  const known = (name: PartName) => numberOrNull(row[name]) ?? Number.NaN;
  return {
    funding_pnl: known("funding_pnl"),
    fees: { paid: known("fees_paid"), estimated_exit: known("fees_estimated_exit") },
    spread_pnl: { realized: known("spread_realized"), unrealized: known("spread_unrealized") },
    net_pnl: numberOrNull(row.net_pnl),
    duration_days: numberOrNull(row.duration_days) ?? Number.NaN,
    apr: numberOrNull(row.apr),
    calculated_at: "",
  };
}

function legOfRow(leg: LegRow): Leg {
  return {
    side: leg.side,
    market_id: leg.market_id,
    exchange: leg.exchange,
    symbol: leg.symbol,
    leverage: numberOrNull(leg.leverage),
    quantity: leg.quantity === null ? Number.NaN : Number(leg.quantity),
    open_price: numberOrNull(leg.open_price),
    mark_price: numberOrNull(leg.mark_price),
    mark_price_updated_at:
      leg.mark_price_updated_at === null ? null : isoTime(leg.mark_price_updated_at),
  };
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}
