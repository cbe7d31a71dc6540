import type { Context } from "../../command/context.js";
import { type Failure, gravestOf } from "../../command/errors/failure.js";

/** Maximum number of named things. */
const MOST_NAMED = 5;

/** Describes what failed, with its names: `funding of 2 of 12 markets (7, 99)`. */
export function partFailed(
  what: string,
  names: readonly (string | number)[],
  of: string | number,
): string {
  const rest = names.length - MOST_NAMED;
  const some = names.slice(0, MOST_NAMED).join(", ");
  const named = names.length === 0 ? "" : ` (${some}${rest > 0 ? ` and ${rest} more` : ""})`;
  return `${what} of ${names.length} of ${of}${named}`;
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
