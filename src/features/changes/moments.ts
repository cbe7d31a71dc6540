import { type Moment, momentOf, standingOf } from "../../analytics/position/snapshot-position.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import { UsageError } from "../../base/usage-error.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { type Failure, gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { timeText } from "../../output/text/format.js";
import { allPositions, type ListedPositions } from "../../portfolio/positions/every-position.js";
import type { Recorded } from "../../portfolio/recorded/joined.js";
import { momentAt, spanText, withRecorded } from "../../portfolio/recorded/recorded.js";

/** Two moments of a portfolio, the earlier one first. */
export interface MomentPair {
  readonly before: Moment;
  readonly after: Moment;
  /** Describes the earlier one: `the last look`, `recorded`, or the path of a file. */
  readonly name: string;
  /** The positions of the later one; undefined if it is a snapshot. */
  readonly positions?: readonly Position[];
  /** The portfolios for which one of them is missing. */
  readonly lost: ListedPositions["lost"];
  readonly failure: Failure | undefined;
}

/** Between which times changes are wanted, milliseconds since the epoch. */
export interface WantedTimes {
  readonly since: number | undefined;
  readonly until: number | undefined;
}

/**
 * Returns a saved listing, and the positions as they are now.
 * @throws {StorageError} when the file cannot be read
 * @throws {UsageError} when it is no such listing, or of another portfolio
 */
export async function momentsSinceFile(context: Context, path: string): Promise<MomentPair> {
  const { readSavedListing } = await import("./saved-listing.js");
  const before = await readSavedListing(path);
  const { positions, lost, failure, ...after } = await presentMoment(context, true);
  if (after.standings.some(({ positionId }) => before.ids.has(positionId))) {
    return {
      before,
      after: laterThan(context, before.at, after),
      name: path,
      ...{ positions, lost, failure },
    };
  }
  throw new UsageError(
    `--against: none of the positions of ${path} is in this portfolio`,
    "name the portfolio of that listing with --portfolio",
  );
}

/**
 * Returns a snapshot of the archive, and another one or the positions as they are now.
 * @throws {ArchiveError} when there is no archive, or nothing of the portfolio in it
 * @throws {UsageError} when one snapshot stands for both times
 */
export async function momentsSinceSnapshot(
  context: Context,
  { since, until }: WantedTimes,
): Promise<MomentPair> {
  if (since !== undefined && until !== undefined) {
    return withRecorded(context, async (recorded) => {
      const find = createFinder(context, recorded.times);
      return recordedPair(recorded, await find("--since", since), await find("--until", until));
    });
  }
  const present = await presentMoment(context);
  const work = async (recorded: Recorded): Promise<MomentPair> => {
    const find = createFinder(context, recorded.times);
    const { positions, ...after } = await withoutLost(context, present, recorded.lost);
    const from =
      since === undefined ? lastLook(recorded.times, after.at) : await find("--since", since);
    return {
      before: await momentAt(recorded, from),
      after: laterThan(context, from, after),
      name: since === undefined ? "the last look" : "recorded",
      ...{ positions, lost: [...present.lost, ...recorded.lost] },
      failure: gravestOf([present.failure, recorded.failure]),
    };
  };
  return withRecorded(context, work, present.lost);
}

/** Returns the present positions without those of portfolios of which nothing is recorded. */
async function withoutLost(
  context: Context,
  { at, positions }: PresentMoment,
  lost: ListedPositions["lost"],
): Promise<Moment & { readonly positions: readonly Position[] }> {
  const { of: ownerOf } = await context.portfolios();
  const ids = new Set(lost.map(({ portfolio_id: id }) => id));
  const own = positions.filter(
    ({ position_id }) => !ids.has(ownerOf(position_id).portfolio_id ?? ""),
  );
  return { ...momentOf(at, own.map(standingOf)), positions: own };
}

async function recordedPair(recorded: Recorded, from: number, to: number): Promise<MomentPair> {
  if (from < to) {
    const [before, after] = [await momentAt(recorded, from), await momentAt(recorded, to)];
    const { lost, failure } = recorded;
    return { before, after, name: "recorded", lost, failure };
  }
  throw new UsageError(
    `the archive has one snapshot for both times, of ${timeText(from)}; ${spanText(recorded.times)}`,
    "choose other times",
  );
}

interface PresentMoment extends Moment, ListedPositions {}

/** Lists the positions as they are now. @param needsAll whether every portfolio has to answer */
async function presentMoment(context: Context, needsAll = false): Promise<PresentMoment> {
  const client = await context.client(CONCURRENCY);
  const listed = await allPositions(context, client, { needsAll });
  return { ...listed, ...momentOf(client.serviceNow(), listed.positions.map(standingOf)) };
}

/** Returns a moment that is later than a time; warns when a clock went back. */
function laterThan({ messages }: Context, time: number, moment: Moment): Moment {
  if (moment.at > time) return moment;
  messages.warning(
    "CLOCK_BEHIND",
    `the earlier listing is of ${timeText(time)}, and the service's time is ${timeText(moment.at)}: one of the two clocks was wrong`,
  );
  return { ...moment, at: time + 1 };
}

/** Returns the newest snapshot that is at least a minute old; else the newest. */
function lastLook(times: readonly number[], now: number): number {
  return times.findLast((time) => time <= now - MINUTE_MS) ?? times.at(-1) ?? now;
}

/** Returns a function that finds the snapshot of a time, with a note when it is far from it. */
function createFinder({ messages }: Context, times: readonly number[]) {
  return async (option: string, instant: number): Promise<number> => {
    const { snapshotNear } = await import("../../analytics/portfolio/past-periods.js");
    const near = snapshotNear(times, instant);
    if (near !== undefined) return near;
    const found = times.findLast((time) => time < instant) ?? times[0] ?? instant;
    messages.note(
      "FAR_SNAPSHOT",
      `${option}: nothing is recorded within 2 h of ${timeText(instant)}; the snapshot of ${timeText(found)} is taken`,
    );
    return found;
  };
}
