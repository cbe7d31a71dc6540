import type { ArchiveStore } from "../../archive/directory.js";
import { ArchiveError } from "../../archive/directory.js";
import type { RecordedSnapshot } from "../../archive/read/snapshots.js";
import type { RecordedPosition } from "../../archive/sync/rows.js";
import type { LegRow, PositionRow } from "../../archive/tables.js";
import { decimal } from "../../base/decimal.js";
import { isoTime } from "../../base/time/moment.js";
import type { Leg, Performance } from "../../client/resources/position.js";
import { crediblePosition } from "../../figures/credible/credible-position.js";
import type { Moment, SnapshotPosition } from "../../figures/period/looks.js";
import { knownParts, type PartName } from "../../figures/period/looks.js";
import type { Context } from "../../run/context.js";
import type { NamedPortfolio } from "../../run/settings/portfolios.js";
import { inEachPortfolio } from "../positions/in-each-portfolio.js";
import { joinRecorded, type Recorded } from "./joined.js";
import { originOfService, withStore } from "./place.js";

/**
 * Does work with what is recorded of the portfolios of the settings; reports those that cannot be read.
 * @returns undefined without an archive, or without a snapshot of any portfolio
 * @throws {ArchiveError} when it is of another service, or has snapshots of other portfolios only
 */
export async function ifRecorded<T>(
  context: Context,
  work: (recorded: Recorded) => Promise<T>,
): Promise<T | undefined> {
  const { findArchive } = await import("../../archive/archive.js");
  return withStore(context, async (store) => {
    if ((await findArchive(store, await originOfService(context))) === undefined) return undefined;
    const { dataFiles } = await import("../../archive/names.js");
    const { SNAPSHOTS } = await import("../../archive/tables.js");
    const files = await dataFiles(store, SNAPSHOTS);
    return files.length === 0 ? undefined : await work(await read(context, store));
  });
}

/**
 * Does work with what is recorded of all portfolios, without a word where one has no look.
 * @returns undefined without an archive
 * @throws {ArchiveError} as {@link ifRecorded}, also where one portfolio has no snapshot
 */
export async function ifJoined<T>(
  context: Context,
  work: (recorded: Pick<Recorded, "times" | "moments">) => Promise<T>,
): Promise<T | undefined> {
  const { findArchive } = await import("../../archive/archive.js");
  return withStore(context, async (store) => {
    if ((await findArchive(store, await originOfService(context))) === undefined) return undefined;
    const { list } = await context.portfolios();
    const all = await Promise.all(list.map((it) => readOne(context, store, it)));
    return work(joinRecorded(all.map((it) => ({ ...it, failure: undefined, lost: [] }))));
  });
}

async function read(context: Context, store: ArchiveStore): Promise<Recorded> {
  const work = (portfolio: NamedPortfolio) => readOne(context, store, portfolio);
  const { found, ...rest } = await inEachPortfolio(context, "snapshots", work);
  return joinRecorded(found.map((it) => ({ ...it, ...rest })));
}

async function readOne(
  context: Context,
  store: ArchiveStore,
  portfolio: NamedPortfolio,
): Promise<Omit<Recorded, "failure" | "lost">> {
  const { ownersOf, recordedSnapshots, snapshotTimes } = await import(
    "../../archive/read/snapshots.js"
  );
  const { isSeveral, own } = await context.portfolios();
  const { portfolio_id: portfolioId } = portfolio;
  const all = await snapshotTimes(store, portfolioId);
  const times = all.get(portfolioId);
  if (times === undefined) {
    const others = new Set([...all.keys(), ...(await ownersOf(store))]);
    throw nothingRecorded(store.where, portfolioId, [...others]);
  }
  const moments = async function* (from: number, to: number): AsyncGenerator<Moment> {
    for await (const snapshot of recordedSnapshots(store, portfolioId, { from, to })) {
      if (isSeveral) for (const id of snapshot.ids) own(id, portfolio);
      yield momentOfSnapshot(snapshot);
    }
  };
  return { store, times, moments };
}

function nothingRecorded(where: string, portfolioId: string, others: readonly string[]) {
  const sync = "`carry archive sync`";
  if (others.length === 0) {
    return new ArchiveError(
      "archive",
      `the archive at ${where} has no snapshot of positions`,
      `${sync} takes one`,
    );
  }
  return new ArchiveError(
    "archive",
    `the archive at ${where} has no snapshot of portfolio ${portfolioId}, but of ${others.join(", ")}`,
    `name one of these with --portfolio, or take a snapshot: ${sync}`,
  );
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
