import type { Context } from "../../context.js";
import type { ExitCode } from "../../exit-codes.js";

/**
 * Tells the worst failure for all of them; others are most often the same again.
 * @returns 0 where there is none, or its exit code
 */
export async function tellWorst(
  context: Context,
  failures: readonly unknown[],
  about: string,
): Promise<ExitCode> {
  const codeOf = (failure: unknown) => context.failureOf(failure).exitCode;
  const [worst] = failures.toSorted((a, b) => codeOf(b) - codeOf(a));
  return worst === undefined ? 0 : context.tellFailure(worst, about);
}
