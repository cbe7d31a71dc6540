import type { Finding, Findings } from "../finding.js";
import type { Applied } from "./apply.js";
import { becauseText } from "./check-row.js";
import type { Rule } from "./rule.js";

/**
 * Returns the findings of rules.
 * @param at milliseconds since the epoch
 * @param forMs how long a problem of a rule without `for` has to last, milliseconds
 */
export function ruleFindings(
  all: readonly Applied[],
  rules: readonly Rule[],
  at: number,
  forMs: number,
): Findings {
  const byName = new Map(rules.map((rule) => [rule.name, rule]));
  const findings = all.map((applied): Finding => {
    const { rule, position, judged: verdict, severity } = applied;
    return {
      rule: rule.name,
      positionId: position?.position_id ?? "",
      asset: position?.asset ?? "",
      ...{ verdict, severity },
      summary: verdict === "failed" ? becauseText(applied) : "",
    };
  });
  return { at, findings, forMsOf: (name) => byName.get(name)?.forMs || forMs };
}
