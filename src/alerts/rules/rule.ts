import type { QueryTree } from "../../output/query/query.js";

export const SEVERITIES = ["info", "warning", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a rule is about: each open position, or all of them together. */
export const SCOPES = ["position", "portfolio"] as const;
export type RuleScope = (typeof SCOPES)[number];

/** A JMESPath expression as it was written, and as a tree. */
export interface Condition {
  readonly text: string;
  readonly tree: QueryTree;
}

/** A rule of a rules file. */
export interface Rule {
  readonly name: string;
  readonly scope: RuleScope;
  readonly severity: Severity;
  /** Describes the problem: the rule has failed where it is true. */
  readonly when: Condition;
  /** Describes the end of the problem; undefined if it ends as soon as `when` is false. */
  readonly clear: Condition | undefined;
  /** Beginnings of the ids of positions that the rule is not about. */
  readonly except: readonly string[];
  /** Milliseconds for which `when` has to hold before there is an alert. */
  readonly forMs: number;
  /** Minimum number of milliseconds between two alerts of a position. */
  readonly cooldownMs: number;
}
