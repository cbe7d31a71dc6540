import { createHandles, lastingHandle } from "../../base/names/handle.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/time/periods.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import { Follower } from "../../figures/period/gaps.js";
import { type Moment, momentOf, standingOf } from "../../figures/period/looks.js";
import { Divider, type Period } from "../../figures/period/periods.js";
import type { Context } from "../../run/context.js";
import { type Failure, gravestOf } from "../../run/errors/kinds.js";
import { CONCURRENCY } from "../../run/fetch-each.js";
import { createFilter, type Filters, headingOf } from "../../run/screen/position-filters.js";
import type { Range } from "../../run/times.js";
import { ifReadable } from "../archive.js";
import { allPositions } from "../positions/listing.js";
import { ifRecorded, type Recorded } from "./recorded.js";

/** Looks at the portfolios in a range, the last one at the service unless the range has ended. */
export interface Looks {
  /** In order; each has the chosen positions that may differ from the look before. */
  readonly looks: () => AsyncGenerator<Moment>;
  /** Times of the looks, in order, milliseconds since the epoch. */
  readonly times: readonly number[];
  /** Returns the name of a position, to be typed again. */
  readonly nameOf: (positionId: string, asset: string) => string;
  /** What filters chose: `shown: 3 of 14 positions (--asset BTC)`. */
  readonly heading: string | undefined;
  readonly failure: Failure | undefined;
}

/** Days that are looked at unless a range is typed. */
export const DEFAULT_DAYS = 30;

/**
 * Does work with the looks of a range, by default of the last 30 days.
 * @returns undefined without an archive, or where it has no look in the range
 * @throws {ArchiveError} when the archive cannot be read, or is of another service
 */
export async function withLooks<T>(
  context: Context,
  range: Range,
  filters: Filters,
  work: (looks: Looks) => Promise<T>,
): Promise<T | undefined> {
  const present = range.end === undefined ? await presentLook(context) : undefined;
  return ifRecorded(context, async (recorded, unread) => {
    const found = looksOf(recorded, range, present);
    if (found.times.length < 2) return undefined;
    const chosen = await chosenIn(found.looks(), filters);
    const all = present === undefined ? [] : present.positions;
    const handles = createHandles(false, all);
    const byId = new Map(all.map((it) => [it.position_id, it]));
    const nameOf = (id: string, asset: string) => {
      const position = byId.get(id);
      return position === undefined
        ? lastingHandle({ position_id: id, asset })
        : handles.of(position);
    };
    return work({
      times: found.times,
      async *looks() {
        for await (const look of found.looks()) yield chosen.of(look);
      },
      nameOf,
      heading: chosen.heading,
      failure: gravestOf([present?.failure, unread]),
    });
  });
}

/** The positions as the service has them now. */
interface PresentLook {
  readonly look: Moment;
  readonly positions: readonly Position[];
  readonly failure: Failure | undefined;
}

async function presentLook(context: Context): Promise<PresentLook> {
  const client: Client = await context.client(CONCURRENCY);
  const { positions, failure } = await allPositions(context, client);
  return { look: momentOf(client.serviceNow(), positions.map(standingOf)), positions, failure };
}

/** Returns the looks from the last one before a range on; one within a minute of the present is the present. */
function looksOf(
  recorded: Recorded,
  { start, end = Number.POSITIVE_INFINITY }: Range,
  present: PresentLook | undefined,
): Pick<Looks, "looks" | "times"> {
  const until = present === undefined ? end : present.look.at - MINUTE_MS;
  const known = recorded.times.filter((time) => time <= until);
  const from = start ?? Math.min(until, known.at(-1) ?? 0) - DEFAULT_DAYS * DAY_MS;
  const first = known.findLast((time) => time <= from) ?? from;
  const past = known.filter((time) => time >= first);
  return {
    times: present === undefined ? past : [...past, present.look.at],
    async *looks() {
      const [begin, finish] = [past[0], past.at(-1)];
      if (begin !== undefined && finish !== undefined) yield* recorded.moments(begin, finish);
      if (present !== undefined) yield present.look;
    },
  };
}

/** Chosen positions of several moments. */
interface Chosen {
  readonly heading: string | undefined;
  /** Returns a moment with these positions only. */
  of(moment: Moment): Moment;
}

/** Chooses the positions that match `--asset` and `--exchange` at any of the moments. */
async function chosenIn(moments: AsyncIterable<Moment>, filters: Filters): Promise<Chosen> {
  const { asset, exchange } = filters;
  const { where } = createFilter({ asset, exchange });
  if (where === undefined) return { heading: undefined, of: (moment) => moment };
  const [all, chosen] = [new Set<string>(), new Set<string>()];
  for await (const { standings } of moments) {
    for (const standing of standings) {
      all.add(standing.positionId);
      if (where(standing)) chosen.add(standing.positionId);
    }
  }
  return {
    heading: headingOf({ asset, exchange }, "positions", { chosen: chosen.size, of: all.size }),
    of: ({ at, ids, standings }) => ({
      at,
      ids: new Set([...ids].filter((id) => chosen.has(id))),
      standings: standings.filter(({ positionId }) => chosen.has(positionId)),
    }),
  };
}

/** Age of the look that a status is compared with, and how far from it the look may be. */
export const SINCE_MS = { ago: DAY_MS, within: 2 * HOUR_MS } as const;

interface Present {
  readonly client: Client;
  readonly positions: readonly Position[];
  readonly now: number;
}

/**
 * Returns what lies between the look of a day ago, else the last one before, and the open positions as they
 * are now, through every look between: what `carry pnl` shows of the same time. Leaves an archive that cannot
 * be read to the commands that need it.
 * @returns undefined without an archive, or if portfolios have no looks of about the same time
 */
export async function sinceYesterday(
  context: Context,
  present: Present,
): Promise<Period | undefined> {
  return ifReadable(context, "the archive was not looked at", async () => {
    const looks = await ifRecorded(
      context,
      async ({ times, moments }) => {
        const from = timeNear(times, present.now - SINCE_MS.ago);
        const all: Moment[] = [];
        if (from === undefined) return all;
        for await (const look of moments(from, present.now - MINUTE_MS)) all.push(look);
        return all;
      },
      true,
    );
    if (looks === undefined || looks.length === 0) return undefined;
    const last = await lookNow(context, present);
    if (last === undefined) return undefined;
    const [follower, divider] = [new Follower(), new Divider("look")];
    for (const look of [...looks, last]) {
      const gap = follower.see(look);
      if (gap !== undefined) divider.add(gap);
    }
    return divider.periods().totals;
  });
}

/** Returns the time nearest to an instant, or else the last one before. @param times in order */
function timeNear(times: readonly number[], instant: number): number | undefined {
  const far = (time: number) => Math.abs(time - instant);
  const near = times.filter((time) => far(time) <= SINCE_MS.within);
  return near.sort((a, b) => far(a) - far(b))[0] ?? times.findLast((time) => time < instant);
}

/**
 * Returns the present look, with the closed positions: one may have been opened and closed since. Undefined
 * where those of a portfolio could not be listed.
 */
async function lookNow(
  context: Context,
  { client, positions, now }: Present,
): Promise<Moment | undefined> {
  const closed = await allPositions(context, client, { statuses: ["closed"] });
  if (closed.lost.length > 0) return undefined;
  return momentOf(now, [...positions, ...closed.positions].map(standingOf));
}
