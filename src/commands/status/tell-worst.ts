import type { Context } from "../../command/context.js";
import { type Failure, gravestOf } from "../../command/errors/failure.js";

/**
 * Tells the worst failure for all of them; others are most often the same again.
 * @param errors what was thrown
 * @returns it; undefined where there is none, or where it is a warning alone
 */
export async function tellWorst(
  context: Context,
  errors: readonly unknown[],
  about: string,
  tellAs: "failure" | "warning" = "failure",
): Promise<Failure | undefined> {
  const failures = errors.map((error) => context.failureOf(error));
  const worst = gravestOf(failures);
  if (worst === undefined) return undefined;
  if (tellAs === "failure") return context.tellFailure(errors[failures.indexOf(worst)], about);
  context.messages.warning(`${about} could not be had: ${worst.message}`);
  return undefined;
}
