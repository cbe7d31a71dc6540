import { resolve } from "node:path";
import type { Keeper } from "../../alerts/keeper.js";
import type { Applied } from "../../alerts/rules/apply.js";
import type { Rule } from "../../alerts/rules/rule.js";
import { DeliveredElsewhereError } from "../../alerts/with-keeper.js";
import type { Context } from "../../command/context.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { fetchFor } from "../alerts/fetch-for.js";
import { openKeeper, whileTelling } from "../alerts/open-keeper.js";
import { ruleFindings } from "../alerts/rule-findings.js";
import type { Collected } from "../portfolio/collect.js";

/** The portfolio with what rules say about it. */
export interface CheckedRules extends Collected {
  readonly all: readonly Applied[];
}

/** A check of rules that delivers alerts. */
export interface CheckToDeliver {
  /** Command of `--on-alert`. */
  readonly command: string;
  /** File of the rules, which has a state of its own. */
  readonly path: string;
  readonly rules: readonly Rule[];
  readonly fetch: () => Promise<CheckedRules>;
  /** Prints the results. @returns the exit code */
  readonly show: (checked: CheckedRules) => Promise<ExitCode>;
}

/**
 * Applies the rules, delivers what is new to the command, and prints the results.
 * @returns the exit code
 */
export async function deliverCheck(context: Context, wanted: CheckToDeliver): Promise<ExitCode> {
  const { command, path, fetch, show } = wanted;
  const wish = { command, remembers: true, receiver: { rules: resolve(path) } };
  try {
    return await openKeeper(context, wish, (keeper) => check(context, keeper, wanted));
  } catch (error) {
    if (!(error instanceof DeliveredElsewhereError)) throw error;
    context.messages.warning("ALERTS_ELSEWHERE", `${error.message}, so this check delivers none`);
    return show(await fetch());
  }
}

async function check(
  context: Context,
  keeper: Keeper,
  { rules, fetch, show }: CheckToDeliver,
): Promise<ExitCode> {
  const { clock } = context.io;
  const checked = await fetchFor(keeper, context, fetch);
  keeper.take(ruleFindings(checked.all, rules, clock.now()));
  return whileTelling(keeper, () => show(checked));
}
