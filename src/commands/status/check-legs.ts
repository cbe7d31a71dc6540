import { mayHideAClosedLeg } from "../../analytics/doubt.js";
import { sizeOf } from "../../analytics/size.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import type { Failure } from "../../command/errors/failure.js";
import { inParallel } from "../../command/fetch-each.js";
import { tellWorst } from "./tell-worst.js";

/** Positions with the legs that are known best. */
export interface Checked {
  readonly positions: readonly Position[];
  /** Those that should have been looked at in full, and could not be. */
  readonly unchecked: ReadonlySet<string>;
  /** The gravest failure, which is told already; undefined where there is none. */
  readonly failure: Failure | undefined;
}

/** So many positions are asked for in one look: the service asks for sparing use. */
const MOST_ASKED = 100;

/**
 * Asks for the positions in full whose legs the list leaves in doubt, the largest first and a few at a
 * time; those beyond 100 stay unchecked.
 * @param tellAs a warning where the legs are beside what was asked for
 */
export async function checkLegs(
  context: Context,
  client: Client,
  positions: readonly Position[],
  tellAs: "failure" | "warning" = "failure",
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
    failure: await tellWorst(
      context,
      failures,
      `legs of ${failures.length} of ${ids.length} positions`,
      tellAs,
    ),
  };
}

/** Their ids; what is of unknown size comes first. */
function largestFirst(positions: readonly Position[]): string[] {
  const sized = positions.map((position) => ({ id: position.position_id, size: sizeOf(position) }));
  return sized
    .sort(({ size: a }, { size: b }) =>
      a === null || b === null ? Number(b === null) - Number(a === null) : b.cmp(a),
    )
    .map(({ id }) => id);
}
