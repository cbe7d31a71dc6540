import { createHandles, lastingHandle } from "../../base/names/handle.js";
import { DAY_MS, MINUTE_MS } from "../../base/time/periods.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import { type Moment, momentOf, standingOf } from "../../figures/period/looks.js";
import type { Context } from "../../run/context.js";
import { type Failure, gravestOf } from "../../run/errors/kinds.js";
import { CONCURRENCY } from "../../run/fetch-each.js";
import { createFilter, type Filters, headingOf } from "../../run/screen/position-filters.js";
import type { Range } from "../../run/times.js";
import { allPositions } from "../positions/every-position.js";
import type { Recorded } from "./joined.js";

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
  const { ifRecorded } = await import("./archived-looks.js");
  const present = range.end === undefined ? await presentLook(context) : undefined;
  return ifRecorded(context, async (recorded) => {
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
      failure: gravestOf([present?.failure, recorded.failure]),
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
