import { mayHideAClosedLeg } from "../../analytics/doubt.js";
import { sizeOf } from "../../analytics/size.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import type { Failure } from "../../command/errors/failure.js";
import { inParallel } from "../../command/fetch-each.js";
import { reportWorst } from "./report-worst.js";

/** Positions, with the legs of the full position where it was fetched. */
export interface Checked {
  readonly positions: readonly Position[];
  /** Ids of positions that should have been fetched in full and were not. */
  readonly unchecked: ReadonlySet<string>;
  /** Worst failure, already reported; undefined without one. */
  readonly failure: Failure | undefined;
}

/** Maximum number of positions fetched in full, since the service requests sparing use. */
const MOST_ASKED = 100;

/**
 * Fetches positions in full if the list does not show whether a leg is closed, the largest first and
 * a few at a time; those beyond 100 stay unchecked.
 * @param reportAs "warning" if the legs are secondary to the request
 */
export async function checkLegs(
  context: Context,
  client: Client,
  positions: readonly Position[],
  reportAs: "failure" | "warning" = "failure",
): Promise<Checked> {
  const { signal } = context.io;
  const doubtful = positions.filter(mayHideAClosedLeg);
  if (doubtful.length === 0) return { positions, unchecked: new Set(), failure: undefined };
  const ids = largestFirst(doubtful).slice(0, MOST_ASKED);
  context.progress.update(`legs of ${ids.length} positions`);
  const results = await inParallel(ids, (id) => client.positions.get(id, { signal }));
  signal.throwIfAborted();
  const legs = new Map<string, Position["legs"]>();
  const failures: unknown[] = [];
  for (const [index, id] of ids.entries()) {
    const result = results[index];
    if (result?.status === "fulfilled") legs.set(id, result.value.legs);
    else failures.push(result?.reason);
  }
  return {
    positions: positions.map((it) => ({ ...it, legs: legs.get(it.position_id) ?? it.legs })),
    unchecked: new Set(
      doubtful.map(({ position_id }) => position_id).filter((id) => !legs.has(id)),
    ),
    failure: await reportWorst(
      context,
      failures,
      `legs of ${failures.length} of ${ids.length} positions`,
      reportAs,
    ),
  };
}

/** Returns the ids, largest position first, after those of unknown size. */
function largestFirst(positions: readonly Position[]): string[] {
  const sized = positions.map((position) => ({ id: position.position_id, size: sizeOf(position) }));
  return sized
    .sort(({ size: a }, { size: b }) =>
      a === null || b === null ? Number(b === null) - Number(a === null) : b.cmp(a),
    )
    .map(({ id }) => id);
}
