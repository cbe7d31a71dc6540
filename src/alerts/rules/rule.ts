import type { Limits } from "../../analytics/position/limits.js";
import type { REASON_CODES } from "../../base/reason-codes.js";
import type { Severity } from "../../base/severity.js";
import type { QueryTree } from "../../output/query/query.js";

/** Keys of a rule in a rules file. */
export const RULE_KEYS = ["name", "when", "scope", "limit", "severity", "except", "for"] as const;
export type RuleKey = (typeof RULE_KEYS)[number];

/** Pattern of the name of a rule, which is also a label of metrics. */
export const RULE_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;
/** Pattern of the beginning of a position id, in lower case. */
export const ID_PREFIX = /^[0-9a-f][0-9a-f-]{3,35}$/;

/** Subject of a rule: each open position, or all of them together. */
export const SCOPES = ["position", "portfolio"] as const;
export type RuleScope = (typeof SCOPES)[number];

/** A JMESPath expression as it was written, and as a tree. */
export interface Condition {
  readonly text: string;
  readonly tree: QueryTree;
}

/** A reason of `status` as a rule. */
export interface JudgedReason {
  readonly code: (typeof REASON_CODES)[number];
  /** Limit of this rule, as written; undefined for that of the settings. */
  readonly limit?: string | undefined;
  /** Returns limits with that of this rule. */
  readonly within: (limits: Limits) => Limits;
}

/** A rule: a reason of `status`, or a condition of a rules file. */
export interface Rule {
  readonly name: string;
  readonly scope: RuleScope;
  /** Undefined for a reason without one of its own: its findings have that of `status`. */
  readonly severity: Severity | undefined;
  /** The reason of `status` that the rule names, if any. */
  readonly reason?: JudgedReason | undefined;
  /** Describes the problem: the rule has failed where it is true. */
  readonly when: Condition;
  /** Beginnings of the ids of positions to which the rule does not apply. */
  readonly except: readonly string[];
  /** Milliseconds for which `when` has to hold before there is an alert. */
  readonly forMs: number;
}
