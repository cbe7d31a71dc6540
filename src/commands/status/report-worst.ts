import type { Context } from "../../command/context.js";
import { type Failure, gravestOf } from "../../command/errors/failure.js";
import { firstOf } from "../../output/text/first-of.js";

/** Maximum number of ids in a message. */
const MOST_NAMED = 5;

/**
 * Describes what failed, with its ids: `funding of 2 of 12 markets (7, 99)`.
 * @param of what was asked for: `12 markets`
 */
export function partFailed(what: string, ids: readonly number[], of: string): string {
  return `${what} of ${ids.length} of ${of} (${firstOf(ids, MOST_NAMED)})`;
}

/**
 * Reports the worst of several failures, since the others usually have the same cause.
 * @param errors thrown values
 * @returns the failure; undefined without one, or if it was reported as a warning
 */
export async function reportWorst(
  context: Context,
  errors: readonly unknown[],
  about: string,
  reportAs: "failure" | "warning" = "failure",
): Promise<Failure | undefined> {
  const failures = errors.map((error) => context.failureOf(error));
  const worst = gravestOf(failures);
  if (worst === undefined) return undefined;
  if (reportAs === "failure") {
    return context.reportFailure(errors[failures.indexOf(worst)], { id: about, name: about });
  }
  context.messages.warning("PART_FAILED", `${about} could not be fetched: ${worst.message}`);
  return undefined;
}
