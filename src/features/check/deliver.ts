import { resolve } from "node:path";
import { type Checked, deliver } from "../../alerts/deliver.js";
import { whileTelling } from "../../alerts/open-keeper.js";
import type { Applied } from "../../alerts/rules/apply.js";
import type { Rule } from "../../alerts/rules/rule.js";
import { ruleFindings } from "../../alerts/rules/rule-findings.js";
import type { Context } from "../../command/context.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import type { Collected } from "../../portfolio/positions/collect.js";

/** The portfolio with what rules say about it. */
export interface CheckedRules extends Collected {
  readonly all: readonly Applied[];
}

/** A check of rules that delivers alerts. */
export interface CheckToDeliver extends Checked<CheckedRules> {
  /** Command of `--on-alert`. */
  readonly command: string;
  /** How long a problem has to last before there is an alert, unless its rule says it, milliseconds. */
  readonly forMs: number;
  /** File of the rules, which has a state of its own; undefined for the built-in ones. */
  readonly path: string | undefined;
  readonly rules: readonly Rule[];
}

/** Applies the rules, delivers what is new to the command, and prints the results. @returns the exit code */
export function deliverCheck(context: Context, check: CheckToDeliver): Promise<ExitCode> {
  const { command, forMs, path, rules, show } = check;
  const wish = { command, receiver: { rules: path === undefined ? "check" : resolve(path) } };
  return deliver(context, wish, check, (keeper, checked) => {
    const findings = ruleFindings(checked.all, rules, context.io.clock.now(), forMs);
    keeper.take({ ...findings, isPart: checked.lost.length > 0 });
    return whileTelling(keeper, () => show(checked));
  });
}
