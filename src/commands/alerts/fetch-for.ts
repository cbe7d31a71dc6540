import type { Keeper } from "../../alerts/keeper.js";
import type { Context } from "../../command/context.js";
import { MEANINGS } from "../../command/errors/kinds.js";

/** Number of checks in a row after whose failure nothing is seen any more. */
const BLIND_AFTER = { rounds: 3 };

/**
 * Fetches what a check judges; a failure is a round that failed, about which the keeper may deliver
 * `blind`.
 * @throws what `fetch` throws, after the keeper is done
 */
export async function fetchFor<T>(
  keeper: Keeper,
  context: Context,
  fetch: () => Promise<T>,
): Promise<T> {
  try {
    return await fetch();
  } catch (error) {
    const { kind, message } = context.failureOf(error);
    if (MEANINGS[kind].outlook === "ending") throw error;
    keeper.fail(context.io.clock.now(), message, BLIND_AFTER);
    await keeper.settled();
    throw error;
  }
}
