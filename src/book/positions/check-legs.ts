import { largestOrUnknownFirst } from "../../base/decimal.js";
import type { Handles } from "../../base/names/handle.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import {
  mayHideAClosedLeg,
  type WithWholeLegs,
  withWholeLegs,
} from "../../figures/engine/position/doubt.js";
import { sizeOf } from "../../figures/engine/position/legs.js";
import { counted } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import type { Failure } from "../../run/errors/kinds.js";
import { failedParts, inParallel, LEGS, reportParts } from "../../run/fetch-each.js";

/** Positions, with the legs of the full position where it was fetched. */
export interface Checked extends WithWholeLegs {
  /** Number of positions that could not be fetched. */
  readonly missing: number;
  /** Failure that was reported as an error. */
  readonly failure: Failure | undefined;
}

/** Maximum number of positions fetched in full, since the service requests sparing use. */
const MOST_ASKED = 100;

/**
 * Fetches positions in full if the list leaves doubt whether a leg is closed, the largest first and a few at
 * a time; those beyond 100 stay unchecked.
 * @param how whether the positions were requested by name, and whether no failure is an error
 */
export async function checkLegs(
  context: Context,
  client: Client,
  positions: readonly Position[],
  handles: Handles,
  { isNamed, isAside }: { readonly isNamed?: boolean; readonly isAside?: boolean } = {},
): Promise<Checked> {
  const { signal } = context.io;
  const doubtful = positions.filter(mayHideAClosedLeg);
  const asked = largestFirst(doubtful).slice(0, MOST_ASKED);
  if (asked.length > 0) context.progress.update(`legs of ${counted(asked.length, "position")}`);
  const results = await inParallel(asked, ({ position_id: id }) =>
    client.positions.get(id, { signal }),
  );
  signal.throwIfAborted();
  const found = results.flatMap((it) => (it.status === "fulfilled" ? [it.value] : []));
  const full = new Map(found.map((it) => [it.position_id, it]));
  const failed = failedParts(asked.map(handles.of), results, isNamed);
  return {
    ...withWholeLegs(positions, full),
    missing: failed.length,
    failure: await reportParts(context, failed, LEGS, { asked: asked.length, isAside }),
  };
}

/** Sorts by size, largest first, after those of unknown size. */
function largestFirst(positions: readonly Position[]): Position[] {
  return positions
    .map((position) => ({ position, size: sizeOf(position) }))
    .sort((a, b) => largestOrUnknownFirst(a.size, b.size))
    .map(({ position }) => position);
}
