import { resolve } from "node:path";
import type { Findings } from "../alerts/finding.js";
import type { Applied } from "../alerts/rules/apply.js";
import type { Rule } from "../alerts/rules/rule.js";
import { ruleFindings } from "../alerts/rules/rule-findings.js";
import { requiredRules, rulesPath } from "../alerts/rules/rules-place.js";
import type { Limits } from "../analytics/position/limits.js";
import { ALL_CODES } from "../base/reason-codes.js";
import { UsageError } from "../base/usage-error.js";
import type { Context } from "../command/context.js";
import type { Collected } from "../portfolio/positions/collect.js";

/** Rules that a watch applies besides the checks of `status`. */
export interface WatchedRules {
  /** Absolute path of their file; undefined without rules. */
  readonly path: string | undefined;
  /** Returns limits with those of the rules that are reasons of `status`, which `status` itself judges. */
  within(limits: Limits): Limits;
  /** Returns the results of the other rules in a round, in the order in which they are shown. */
  of(collected: Collected): readonly Applied[];
  /** Returns the findings of `status` with those of the rules. */
  added(findings: Findings, collected: Collected): Findings;
}

/**
 * Reads the rules of `--rules`.
 * @param option a file, true for the one beside the configuration, undefined for no rules
 * @throws {UsageError} for a file that does not exist or is not valid, and for another rule with the name
 *   of a reason of `status`, whose alerts would look the same
 */
export async function readWatchedRules(
  context: Context,
  option: string | true | undefined,
): Promise<WatchedRules> {
  if (option === undefined) {
    const within = (limits: Limits) => limits;
    return { path: undefined, within, of: () => [], added: (findings) => findings };
  }
  const path = rulesPath(context, option === true ? undefined : option);
  const rules = await requiredRules(path);
  const isOfStatus = ({ name, reason }: Rule) => name === reason?.code;
  const own = rules.filter((rule) => !isOfStatus(rule));
  /** Reasons of `status` whose alerts have a severity or a duration of their own. */
  const altered = rules.filter((rule) => isOfStatus(rule) && (rule.severity ?? rule.forMs > 0));
  refuseNamesOfReasons(path, own);
  const { applyRules } = await import("../alerts/rules/apply.js");
  const { worstFirst } = await import("../alerts/rules/check-row.js");
  const applied = new WeakMap<Collected, readonly Applied[]>();
  const of = (collected: Collected) => {
    const known = applied.get(collected);
    if (known !== undefined) return known;
    const all = worstFirst(applyRules(own, collected.status, collected.historyOf));
    applied.set(collected, all);
    return all;
  };
  return {
    path: resolve(path),
    within: (limits) => rules.filter(isOfStatus).reduce(withRule, limits),
    of,
    added({ at, findings, forMsOf }, collected) {
      const { status, historyOf } = collected;
      const all = [...of(collected), ...applyRules(altered, status, historyOf)];
      const found = ruleFindings(all, rules, at, 0);
      const others = findings.filter(({ rule }) => !altered.some(({ name }) => name === rule));
      return {
        at,
        findings: [...others, ...found.findings],
        forMsOf: (name) => found.forMsOf(name) || forMsOf(name),
      };
    },
  };
}

/** Returns limits with the limit and the exceptions of a rule that is a reason of `status`. */
function withRule(limits: Limits, { reason, except }: Rule): Limits {
  if (reason === undefined) return limits;
  const { code } = reason;
  const excepted = except.map((position) => ({ code, position }));
  return { ...reason.within(limits), ignore: [...limits.ignore, ...excepted] };
}

function refuseNamesOfReasons(path: string, rules: readonly Rule[]): void {
  const same = rules.find(({ name }) => ALL_CODES.some((code) => code === name));
  if (same === undefined) return;
  throw new UsageError(
    `${path}: rule "${same.name}" has the name of a reason of carry status`,
    "give it another name",
  );
}
