import type { Context } from "../command/context.js";
import type { ExitCode } from "../command/errors/exit-codes.js";
import { MEANINGS } from "../command/errors/kinds.js";
import { portfolioName } from "../command/portfolios.js";
import { firstOf } from "../output/text/first-of.js";
import type { NamedPortfolio } from "../settings/portfolios.js";
import type { Keeper } from "./keeper.js";
import { type KeeperWish, openKeeper } from "./open-keeper.js";
import { DeliveredElsewhereError } from "./with-keeper.js";

interface Fetched {
  readonly lost: readonly NamedPortfolio[];
}

/** A check that delivers alerts. */
export interface Checked<T> {
  readonly fetch: () => Promise<T>;
  /** Prints what was fetched. @returns the exit code */
  readonly show: (fetched: T) => Promise<ExitCode>;
}

/**
 * Makes a check that delivers alerts; while another process delivers them, a check that does not.
 * @param check judges what was fetched, and returns the exit code
 */
export async function deliver<T extends Fetched>(
  context: Context,
  wish: Omit<KeeperWish, "remembers">,
  { fetch, show }: Checked<T>,
  check: (keeper: Keeper, fetched: T) => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await openKeeper(context, { ...wish, remembers: true }, async (keeper) =>
      check(keeper, await fetchFor(keeper, context, fetch)),
    );
  } catch (error) {
    if (!(error instanceof DeliveredElsewhereError)) throw error;
    context.messages.warning("ALERTS_ELSEWHERE", `${error.message}, so this check delivers none`);
    return show(await fetch());
  }
}

/**
 * Fetches what a check judges. A failure, also of a single portfolio, is a failed round, for which the keeper
 * may deliver `blind`.
 * @throws what `fetch` throws, after the keeper is done
 */
async function fetchFor<T extends Fetched>(
  keeper: Keeper,
  context: Context,
  fetch: () => Promise<T>,
): Promise<T> {
  const { now } = context.io.clock;
  try {
    const fetched = await fetch();
    const { lost } = fetched;
    if (lost.length > 0) keeper.fail(now(), whyLost(lost));
    return fetched;
  } catch (error) {
    const { kind, message } = context.failureOf(error);
    if (MEANINGS[kind].outlook === "ending") throw error;
    keeper.fail(now(), message);
    await keeper.settled();
    throw error;
  }
}

/** Says which portfolios could not be listed, because of which a round is a failed one. */
export function whyLost(lost: readonly NamedPortfolio[]): string {
  return `could not be fetched: ${firstOf(lost.map(portfolioName))}`;
}
