import { mayHideAClosedLeg } from "../../analytics/doubt.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { inParallel } from "../../command/fetch-each.js";
import { tellWorst } from "./tell-worst.js";

/** Positions with the legs that are known best. */
export interface Checked {
  readonly positions: readonly Position[];
  /** Those that should have been looked at in full, and could not be. */
  readonly unchecked: ReadonlySet<string>;
  /** 0, or the exit code of the worst failure. */
  readonly exitCode: ExitCode;
}

/** Asks for the positions in full whose legs the list leaves in doubt, a few at a time. */
export async function checkLegs(
  context: Context,
  client: Client,
  positions: readonly Position[],
): Promise<Checked> {
  const { signal } = context.io;
  const ids = positions.filter(mayHideAClosedLeg).map(({ position_id }) => position_id);
  if (ids.length === 0) return { positions, unchecked: new Set(), exitCode: 0 };
  context.progress.update(`legs of ${ids.length} positions`);
  const results = await inParallel(ids, (id) => client.getPosition(id, signal));
  signal.throwIfAborted();
  const legs = new Map<string, Position["legs"]>();
  const failures: unknown[] = [];
  for (const [index, id] of ids.entries()) {
    const result = results[index];
    if (result?.status === "fulfilled") legs.set(id, result.value.value.legs);
    else failures.push(result?.reason);
  }
  return {
    positions: positions.map((it) => ({ ...it, legs: legs.get(it.position_id) ?? it.legs })),
    unchecked: new Set(ids.filter((id) => !legs.has(id))),
    exitCode: await tellWorst(
      context,
      failures,
      `legs of ${failures.length} of ${ids.length} positions`,
    ),
  };
}
