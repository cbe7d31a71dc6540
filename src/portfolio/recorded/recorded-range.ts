import type { Moment } from "../../analytics/position/snapshot-position.js";
import type { ArchiveStore } from "../../archive/directory.js";
import { ArchiveError } from "../../archive/errors.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import type { Failure } from "../../command/errors/failure.js";
import type { Range } from "../../command/times.js";
import { timeText } from "../../output/text/format.js";
import type { NamedPortfolio } from "../../settings/portfolios.js";
import type { Filters } from "../positions/filters.js";
import { type Chosen, chosenIn, some } from "./chosen.js";
import { spanText, withRecorded } from "./recorded.js";

/** Maximum difference between two clocks. */
const AHEAD_MS = 2 * MINUTE_MS;

/** What the archive has of a range. */
export interface RecordedRange {
  /** The snapshots in order, with the chosen positions only. */
  readonly moments: AsyncGenerator<Moment>;
  readonly times: readonly number[];
  readonly store: ArchiveStore;
  readonly chosen: Chosen;
  /** Returns figures of each portfolio, from the same snapshots. @param whole the figures of all together */
  each<T>(
    whole: T,
    figures: (moments: AsyncGenerator<Moment>) => Promise<T>,
  ): Promise<readonly (NamedPortfolio & { readonly totals: T })[]>;
  readonly failure: Failure | undefined;
}

/**
 * Does work with the snapshots of a range in the archive of the settings, of the positions that match
 * filters. Notes an end that is far from its snapshot, and warns of clocks.
 * @throws {ArchiveError} as {@link withRecorded}, and when there is only one snapshot
 * @throws {UsageError} when the range has fewer than two
 */
export async function withRecordedRange<T>(
  context: Context,
  range: Range,
  filters: Filters,
  work: (recorded: RecordedRange) => Promise<T>,
): Promise<T> {
  return withRecorded(context, async (recorded) => {
    const { from, to, notes } = await rangeOf(recorded.times, range);
    for (const note of notes) context.messages.note("FAR_SNAPSHOT", note);
    const times = recorded.times.filter((time) => time >= from && time <= to);
    await warnOfClock(context, times);
    const { store, failure, lost } = recorded;
    const { isSeveral, of: ownerOf, without } = await context.portfolios();
    const chosen = await chosenIn(recorded.moments(from, to), filters);
    const moments = async function* () {
      for await (const moment of recorded.moments(from, to)) yield chosen.of(moment);
    };
    const of = async function* (portfolio: NamedPortfolio) {
      const isOwn = (id: string) => ownerOf(id) === portfolio;
      for await (const moment of moments()) yield some(moment, isOwn);
    };
    const each: RecordedRange["each"] = async (whole, figures) => {
      const found = [];
      for (const portfolio of without(lost)) {
        const totals = isSeveral ? await figures(of(portfolio)) : whole;
        found.push({ ...portfolio, totals });
      }
      return found;
    };
    return work({ moments: moments(), times, store, chosen, each, failure });
  });
}

/**
 * Returns the times of the snapshots at the ends of a range (default: the first and the last), and a note for
 * each end without a snapshot within two hours.
 * @throws {ArchiveError} when there is only one snapshot
 * @throws {UsageError} when the range has fewer than two
 */
export async function rangeOf(times: readonly number[], { start, end }: Range) {
  const [first, last] = [times.at(0) ?? 0, times.at(-1) ?? 0];
  if (first === last) {
    throw new ArchiveError(
      "archive",
      `the archive has one snapshot of this portfolio, of ${timeText(first)}, and a change needs two`,
      "take another with `carry archive sync`, which is meant for cron",
    );
  }
  const { snapshotNear } = await import("../../analytics/portfolio/past-periods.js");
  const nearStart = start === undefined ? first : snapshotNear(times, start);
  const nearEnd = end === undefined ? last : snapshotNear(times, end);
  const from = nearStart ?? times.find((time) => time >= (start ?? 0));
  const to = nearEnd ?? times.findLast((time) => time < (end ?? 0));
  if (from === undefined || to === undefined || from >= to) {
    throw new UsageError(
      `the archive has fewer than two snapshots in this range; ${spanText(times)}`,
      "choose another range with --start and --end",
    );
  }
  const farText = (which: string, asked: number, taken: string) =>
    `nothing is recorded within 2 h of the ${which}, ${timeText(asked)}: the range ${taken}`;
  const notes = [
    nearStart ?? farText("start", start ?? 0, `begins with ${timeText(from)}`),
    nearEnd ?? farText("end", end ?? 0, `ends with ${timeText(to)}`),
  ].filter((note) => typeof note === "string");
  return { from, to, notes };
}

/**
 * Warns of snapshots with the times of a clock that is ahead.
 * @param times of snapshots in order, milliseconds since the epoch
 */
async function warnOfClock(
  { messages, now: serviceNow }: Context,
  times: readonly number[],
): Promise<void> {
  const [now, last = 0] = [await serviceNow(), times.at(-1)];
  if (last <= now + AHEAD_MS) return;
  messages.warning(
    "CLOCK_BEHIND",
    `the newest snapshot is of ${timeText(last)}, and it is ${timeText(now)}: one of the two clocks was wrong`,
  );
}
