import { firstOf } from "../output/text/words.js";
import type { Context } from "../run/context.js";
import type { ExitCode } from "../run/errors/exit-codes.js";
import { MEANINGS } from "../run/errors/kinds.js";
import { TEXT } from "../run/kinds.js";
import type { OptionsData } from "../run/option.js";
import { DURATION } from "../run/settings/kinds.js";
import { type NamedPortfolio, portfolioName } from "../run/settings/portfolios.js";
import type { Keeper } from "./keeper.js";
import { DeliveredElsewhereError, type KeeperWish, openKeeper } from "./open-keeper.js";

/** Options of commands that report alerts. */
export const ALERT_OPTIONS = {
  onAlert: {
    kind: TEXT,
    value: "command",
    help: "run this command for each event (alert, resolved, blind): a line of JSON on stdin, and CARRY_* variables; each is delivered once it ends with 0, else again in the next round, also across restarts",
  },
  for: {
    kind: DURATION,
    value: "duration",
    help: "alert once it has lasted this long, such as 5m; a rule's own takes precedence",
  },
} as const satisfies OptionsData;

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
  wish: KeeperWish,
  { fetch, show }: Checked<T>,
  check: (keeper: Keeper, fetched: T) => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await openKeeper(context, wish, async (keeper) =>
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
