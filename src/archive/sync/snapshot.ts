import { BOUNDS } from "../../base/bounds.js";
import { shortened } from "../../base/safe-text.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import type { Client } from "../../client/client.js";
import { AnswerError } from "../../client/errors.js";
import { UNREADABLE_TEXT } from "../../client/validate/misfit.js";
import { type Archive, append, MANY_ROWS, type Stamp } from "../archive.js";
import { dataFiles, monthOf } from "../names.js";
import { scanRows } from "../read/scan.js";
import { LEGS, type LegRow, POSITIONS, type PositionRow, SNAPSHOTS } from "../tables.js";
import { type RecordedPosition, rowsOfPosition } from "./rows.js";

/** A snapshot to take. */
interface SnapshotRequest {
  readonly client: Client;
  readonly portfolioId: string;
  readonly signal: AbortSignal;
  /** Called after each page, with the positions so far. */
  readonly onProgress: (positions: number) => void;
}

/** A whole listing of a portfolio. */
export interface Listed {
  readonly portfolioId: string;
  readonly positions: readonly RecordedPosition[];
  /** Markets of the legs of open positions. */
  readonly openMarkets: ReadonlySet<number>;
}

/** What was recorded. */
export interface TakenSnapshot {
  readonly portfolio_id: string;
  /** Milliseconds since the epoch. */
  readonly snapshot_at: number;
  readonly positions: number;
  readonly open: number;
  /** Rows of positions that were written: those of closed ones only when something changed. */
  readonly written: number;
}

/** @throws {AnswerError} for a position without a readable id, by which it is recorded */
export function refuseNameless({ position: { position_id: id, raw } }: RecordedPosition): void {
  if (id !== UNREADABLE_TEXT) return;
  const shown = shortened(raw ?? "", BOUNDS.quoted.value);
  throw new AnswerError(`the id of a position cannot be read, so none is recorded: ${shown}`);
}

/**
 * Lists all positions of a portfolio, open and closed.
 * @throws {ListingError} @throws {AnswerError} for a position without a readable id
 */
export async function listPositions(request: SnapshotRequest): Promise<Listed> {
  const { client, portfolioId, signal, onProgress } = request;
  const latest = new Map<string, RecordedPosition>();
  const listing = client.positions.list({ portfolioId, performance: "if-sent", signal });
  for await (const { items, again } of listing.withSource().pages()) {
    for (const item of [...items, ...again]) {
      const rows = rowsOfPosition(item, portfolioId, 0);
      refuseNameless(rows);
      latest.set(rows.position.position_id, rows);
    }
    onProgress(latest.size);
  }
  const positions = [...latest.values()];
  const open = positions.filter(isOpen).flatMap(({ legs }) => legs);
  const markets = open.flatMap(({ market_id: id }) => (id === null ? [] : [id]));
  return { portfolioId, positions, openMarkets: new Set(markets) };
}

/**
 * Records a listing: the rows of positions, then of legs, then of the snapshot, without which none counts.
 * @throws {ArchiveError} or {@link DoubtedClockError}
 */
export async function recordSnapshot(
  archive: Archive,
  listed: Pick<Listed, "portfolioId" | "positions">,
  stamp: Stamp,
): Promise<TakenSnapshot> {
  const { portfolioId, positions } = listed;
  const at = await stamp();
  const isAllOpen = positions.every(isOpen); // then nothing of the month needs to be read
  const known = isAllOpen ? undefined : await closedOf(archive, portfolioId, monthOf(at));
  const changed = positions.filter(
    (it) => isOpen(it) || known?.get(it.position.position_id) !== contentOf(it),
  );
  const rows = changed.map(({ position }) => ({ ...position, snapshot_at: at }));
  const legs = changed.flatMap((it) => it.legs.map((leg) => ({ ...leg, snapshot_at: at })));
  for (const part of inParts(rows)) await append(archive, POSITIONS, part);
  for (const part of inParts(legs)) await append(archive, LEGS, part);
  const open = positions.filter(isOpen);
  await append(archive, SNAPSHOTS, [
    {
      portfolio_id: portfolioId,
      snapshot_at: at,
      oldest_calculated_at: oldestOf(open.map(({ position }) => position.calculated_at)),
      positions: positions.length,
      position_ids: JSON.stringify(positions.map(({ position }) => position.position_id)),
    },
  ]);
  return {
    portfolio_id: portfolioId,
    snapshot_at: at,
    positions: positions.length,
    open: open.length,
    written: rows.length,
  };
}

/** Reports whether a portfolio has a snapshot less than a minute from `now`, milliseconds since the epoch. */
export async function hasRecent(
  archive: Archive,
  portfolioId: string,
  now: number,
): Promise<boolean> {
  const files = await dataFiles(archive.store, SNAPSHOTS, { portfolioId });
  return files.some(({ recorded }) => Math.abs(now - recorded) < MINUTE_MS);
}

/**
 * Returns the content of the closed positions in a month, by id, to write only what differs. Only their rows
 * are held, since a month may have many.
 */
async function closedOf(
  { store }: Archive,
  portfolioId: string,
  month: string,
): Promise<ReadonlyMap<string, string>> {
  const finished = new Set<number>();
  for await (const row of scanRows(store, SNAPSHOTS, [month], portfolioId)) {
    if (row.portfolio_id === portfolioId) finished.add(row.snapshot_at);
  }
  const closed = new Map<string, PositionRow | undefined>();
  for await (const row of scanRows(store, POSITIONS, [month], portfolioId)) {
    if (row.portfolio_id !== portfolioId || !finished.has(row.snapshot_at)) continue;
    closed.set(row.position_id, row.status === "open" ? undefined : row); // the last one counts
  }
  const legs = new Map<string, Map<number, LegRow>>();
  for await (const row of scanRows(store, LEGS, [month], portfolioId)) {
    if (closed.get(row.position_id)?.snapshot_at !== row.snapshot_at) continue;
    legs.set(row.position_id, (legs.get(row.position_id) ?? new Map()).set(row.leg, row));
  }
  const known = new Map<string, string>();
  for (const [id, position] of closed) {
    if (position === undefined) continue;
    known.set(id, contentOf({ position, legs: [...(legs.get(id)?.values() ?? [])] }));
  }
  return known;
}

/**
 * Returns the content of a closed position, a text that is equal for equal rows. It leaves out what may
 * change without end: the time of the calculation, and mark prices of markets that the position has left.
 */
function contentOf({ position, legs }: RecordedPosition): string {
  const { snapshot_at: _, calculated_at: __, ...figures } = position;
  const held = legs.map((leg) => {
    const { snapshot_at, mark_price, mark_price_updated_at, ...own } = leg;
    return Object.entries(own).sort(byName);
  });
  return JSON.stringify([Object.entries(figures).sort(byName), held]);
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function isOpen({ position }: RecordedPosition): boolean {
  return position.status === "open";
}

function oldestOf(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : known.reduce((a, b) => Math.min(a, b));
}

function inParts<R extends PositionRow | LegRow>(rows: readonly R[]): R[][] {
  const parts: R[][] = [];
  for (let at = 0; at < rows.length; at += MANY_ROWS) parts.push(rows.slice(at, at + MANY_ROWS));
  return parts;
}
