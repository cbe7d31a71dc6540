import type { Context } from "../../command/context.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";

/**
 * Tells the worst failure for all of them; others are most often the same again.
 * @returns 0 where there is none, or its exit code
 */
export async function tellWorst(
  context: Context,
  failures: readonly unknown[],
  about: string,
  tellAs: "failure" | "warning" = "failure",
): Promise<ExitCode> {
  const codeOf = (failure: unknown) => context.failureOf(failure).exitCode;
  const [worst] = failures.toSorted((a, b) => codeOf(b) - codeOf(a));
  if (worst === undefined) return 0;
  if (tellAs === "failure") return context.tellFailure(worst, about);
  context.messages.warning(`${about} could not be had: ${context.failureOf(worst).message}`);
  return 0;
}
