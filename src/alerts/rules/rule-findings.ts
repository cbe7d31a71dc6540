import type { Finding, Findings } from "../finding.js";
import type { Applied } from "./apply.js";
import { becauseText } from "./check-row.js";
import type { Rule } from "./rule.js";

/** Returns the findings of rules. @param at milliseconds since the epoch */
export function ruleFindings(
  all: readonly Applied[],
  rules: readonly Rule[],
  at: number,
): Findings {
  const byName = new Map(rules.map((rule) => [rule.name, rule]));
  const findings = all.map((applied): Finding => {
    const { rule, position, judged: verdict, clears, severity } = applied;
    return {
      rule: rule.name,
      positionId: position?.position_id ?? "",
      asset: position?.asset ?? "",
      ...{ verdict, clears, severity },
      summary: verdict === "failed" ? becauseText(applied) : "",
    };
  });
  const dampersOf = (name: string) => {
    const { forMs = 0, cooldownMs = 0 } = byName.get(name) ?? {};
    return { forMs, cooldownMs };
  };
  return { at, findings, dampersOf };
}
