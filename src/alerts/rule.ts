import { CAUSES, type Cause, causeSpec, type Gravity } from "../figures/causes.js";
import type { Need } from "../figures/figure.js";
import type { Condition } from "./condition.js";

/** Pattern of the name of a rule, which is also a label of metrics. */
export const RULE_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** Subject of a rule: each open position, or all of them together. */
export const SCOPES = ["position", "book"] as const;
export type RuleScope = (typeof SCOPES)[number];

/** How serious a rule of a file can be. */
export const SEVERITIES = ["critical", "warning"] as const;

/** A rule: a cause of `status`, or a condition of a rules file. */
export interface Rule {
  readonly name: string;
  readonly scope: RuleScope;
  /** Of a cause that only says what is unknown: unknown. Then the rule does not fail, but is unknown. */
  readonly severity: Gravity;
  /** What is wrong, as it is written. */
  readonly when: string;
  /** The cause that it names; undefined for a condition. */
  readonly cause?: Cause | undefined;
  readonly condition?: Condition | undefined;
  /** Milliseconds for which it has to hold before there is an alert. */
  readonly forMs: number;
  readonly needs: readonly Need[];
}

/** Reports whether a rule is a cause of `status` by its own name; a rule of a file can have any name. */
export function isOwnCause({ name, cause }: Rule): boolean {
  return cause === name;
}

/** The causes of `status`, which are the rules without a file. */
export const BUILT_IN_RULES: readonly Rule[] = Object.keys(CAUSES).map((key) => {
  const cause = key as Cause;
  const { severity } = causeSpec(cause);
  return {
    name: cause,
    scope: "position",
    severity,
    when: cause,
    cause,
    forMs: 0,
    needs: ["funding"],
  };
});
