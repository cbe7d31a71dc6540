import type { SnapshotPosition } from "../../analytics/position/snapshot-position.js";
import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import type { Failure } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import type { Range } from "../../command/times.js";
import { timeText } from "../../output/text/format.js";
import type { Notice } from "../../output/text/notices.js";
import { allPositions } from "../../portfolio/positions/every-position.js";
import { onlyMatch } from "../../portfolio/positions/only-match.js";
import type { Recorded } from "../../portfolio/recorded/joined.js";
import { ifRecorded, spanText } from "../../portfolio/recorded/recorded.js";
import { warnOfClock } from "../../portfolio/recorded/recorded-range.js";
import type { LedgerEntry } from "./entry.js";
import type { UntoldPart } from "./figures.js";

/** Content of a ledger. */
export interface LedgerData {
  readonly entries: readonly LedgerEntry[];
  /** Every position that it may have entries of, as it was listed last. */
  readonly standings: readonly SnapshotPosition[];
  readonly untold: readonly UntoldPart[];
  /** Notes to print with it. */
  readonly notes?: readonly Notice[];
  /** Most serious failure of a part, already reported. */
  readonly failure?: Failure | undefined;
}

/** What is requested of a ledger. */
export interface LedgerWish {
  /** Ids or prefixes of positions; default: all. */
  readonly ids: readonly string[] | undefined;
  /** Days that begin in it. */
  readonly range: Range;
}

/**
 * Returns what the snapshots of the archive post, or, where nothing is recorded, the totals so far.
 * @throws {ArchiveError} when the archive is of another service, or has other portfolios only
 * @throws {UsageError} when no recorded day is in the range
 */
export async function ledgerEntries(
  context: Context,
  { ids, range }: LedgerWish,
): Promise<LedgerData> {
  await context.portfolio(); // a ledger is of one
  const work = async (recorded: Recorded) => {
    await warnOfClock(context, recorded.times);
    return recordedEntries(recorded, range);
  };
  const found = await ifRecorded(context, work);
  if (found) return chosenOf(found, ids);
  if (range.start !== undefined || range.end !== undefined) throw noDays();
  return chosenOf(await presentTotals(context), ids);
}

/**
 * Returns the part of a ledger that is of the named positions.
 * @throws {UsageError} for a name of several positions
 * @throws {NotListedError} for a name that no position has
 */
function chosenOf(data: LedgerData, ids: readonly string[] | undefined): LedgerData {
  if (ids === undefined) return data;
  const named = data.standings.map(({ positionId, asset, status }) => {
    return { position_id: positionId, asset, status };
  });
  const chosen = new Set(ids.map((id) => onlyMatch(id, named).position_id));
  const { entries, standings, untold } = data;
  return {
    ...data,
    entries: entries.filter(({ positionId }) => chosen.has(positionId)),
    standings: standings.filter(({ positionId }) => chosen.has(positionId)),
    untold: untold.filter(({ standing }) => chosen.has(standing.positionId)),
  };
}

function noDays(): UsageError {
  return new UsageError(
    "nothing is recorded, so there are no days for --start and --end",
    "record with `carry archive sync`, or leave them out for the totals so far",
  );
}

async function recordedEntries(
  { times, moments }: Recorded,
  { start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY }: Range,
): Promise<LedgerData> {
  const { dayOf, ledgerDays } = await import("./days.js");
  const { ledgerOf } = await import("./figures.js");
  const first = times[0] ?? 0;
  const days = ledgerDays(times);
  const isWithin = (day: string) => Date.parse(day) >= start && Date.parse(day) < end;
  if (![dayOf(first), ...days.map(({ day }) => day)].some(isWithin)) {
    throw new UsageError(
      `no day that is recorded and over begins in this range; the archive: ${spanText(times)}`,
      "choose another range with --start and --end",
    );
  }
  const ledger = await ledgerOf(days, moments(first, days.at(-1)?.to ?? first));
  return {
    ...ledger,
    entries: ledger.entries.filter(({ day }) => isWithin(day)),
    notes: days.length === 0 ? [onlyOpenings(first)] : [],
  };
}

const NO_SNAPSHOT: Notice = {
  code: "NO_SNAPSHOT",
  text: "nothing is recorded of the positions, so these are totals so far; `carry archive sync` records what each day brings",
};

function onlyOpenings(first: number): Notice {
  return {
    code: "LEFT_OUT",
    text: `no day is recorded up to its end, so only what was there at ${timeText(first)} is posted; the days follow with later snapshots`,
  };
}

async function presentTotals(context: Context): Promise<LedgerData> {
  const { standingOf } = await import("../../analytics/position/snapshot-position.js");
  const { totalsSoFar } = await import("./entry.js");
  const { untoldOf } = await import("./figures.js");
  const client = await context.client(CONCURRENCY);
  const standings = (await allPositions(context, client)).positions.map(standingOf);
  const entries = totalsSoFar(standings, client.serviceNow());
  return { entries, standings, untold: standings.flatMap(untoldOf), notes: [NO_SNAPSHOT] };
}
