import type { Moment } from "../../figures/period/looks.js";
import { createFilter, type Filters, headingOf, type Selected } from "../positions/filters.js";

/** Chosen positions of several moments, by their ids; an empty list if all are chosen. */
export interface Chosen extends Selected<string> {
  has(id: string): boolean;
  /** Returns a moment with these positions only. */
  of(moment: Moment): Moment;
}

/** Chooses the positions that match `--asset` and `--exchange` at any of the moments. */
export async function chosenIn(
  moments: AsyncIterable<Moment> | Iterable<Moment>,
  { asset, exchange }: Filters,
): Promise<Chosen> {
  const { where, whyEmpty } = createFilter({ asset, exchange });
  const noun = "positions";
  const none = { positions: [], heading: undefined, empty: whyEmpty(noun) };
  if (where === undefined) return { ...none, has: () => true, of: (moment) => moment };
  const [all, chosen] = [new Set<string>(), new Set<string>()];
  for await (const { standings } of moments) {
    for (const standing of standings) {
      all.add(standing.positionId);
      if (where(standing)) chosen.add(standing.positionId);
    }
  }
  return {
    positions: [...chosen],
    heading: headingOf({ asset, exchange }, noun, { chosen: chosen.size, of: all.size }),
    empty: whyEmpty(noun),
    has: (id) => chosen.has(id),
    of: (moment) => some(moment, (id) => chosen.has(id)),
  };
}

/** Returns a moment with some of its positions. */
function some({ at, ids, standings }: Moment, isWanted: (positionId: string) => boolean): Moment {
  return {
    at,
    ids: new Set([...ids].filter(isWanted)),
    standings: standings.filter(({ positionId }) => isWanted(positionId)),
  };
}
