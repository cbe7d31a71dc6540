import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { findMarkets } from "../../portfolio/markets/find-markets.js";
import { printPublic } from "../../portfolio/markets/print-listing.js";

/** Prints the public history of a market as sent. @throws {UsageError} for more than one market */
export async function printListedHistory(
  context: Context,
  names: readonly string[],
): Promise<ExitCode | undefined> {
  if (names.length > 1) {
    throw new UsageError(
      `--listed prints the history of one market as sent, not of ${names.length}`,
      "name one of them, or leave out --listed for the settled funding of all",
    );
  }
  const { ids, failure } = await findMarkets(context, names);
  const [id] = ids;
  if (id === undefined) return exitCodeOf(failure);
  return printPublic(context, ({ funding }, options) => funding.marketHistory(id, options));
}
