import { Big } from "big.js";
import type { Limits } from "../../analytics/position/limits.js";
import { exact } from "../../analytics/position/read-limits.js";
import { severityOfCode } from "../../analytics/position/stake.js";
import { BOOK_REASON, REASON_CODES } from "../../base/reason-codes.js";
import type { Severity } from "../../base/severity.js";
import type { ValueKind } from "../../base/value-kind.js";
import type { QueryTree } from "../../output/query/query.js";
import { AMOUNT, DURATION, MOVE, PERCENT } from "../../settings/kinds.js";
import type { LIMIT_SETTINGS } from "../../settings/limits.js";
import type { Rule, RuleScope } from "./rule.js";

type Code = (typeof REASON_CODES)[number];

/** A setting that is the limit of a reason. */
export type LimitName = Exclude<keyof typeof LIMIT_SETTINGS, "ignore">;

interface ReasonLimit {
  readonly setting: LimitName;
  readonly allowed: string;
  /** Returns the limits that a text changes; undefined for a text that is no limit. */
  readonly read: (text: string) => Partial<Limits> | undefined;
}

const LIMITS: Partial<Readonly<Record<Code, ReasonLimit>>> = {
  unbalanced: limit("imbalance", PERCENT, (value) => ({ imbalance: new Big(value) })),
  margin_thin: limit("margin", MOVE, (value) => ({ margin: exact(value, "sd") })),
  losing: limit("loss", AMOUNT, (value) => ({ loss: exact(value, "usd") })),
  paying: limit("paying", AMOUNT, (value) => ({ paying: exact(value, "usd") })),
  performance_stale: limit("stale-performance", DURATION, (value) => ({
    stalePerformanceMs: value,
  })),
  mark_stale: limit("stale", DURATION, (value) => ({ staleMs: value })),
};

function limit<T>(
  setting: LimitName,
  { parse, allowed }: ValueKind<T>,
  within: (value: T) => Partial<Limits>,
): ReasonLimit {
  const read = (text: string) => {
    const value = parse(text);
    return value === undefined ? undefined : within(value);
  };
  return { setting, allowed, read };
}

/** Returns the limit of a reason; undefined for one without. */
export function limitOf(code: Code): ReasonLimit | undefined {
  return LIMITS[code];
}

function scopeOf(code: Code): RuleScope {
  return code === BOOK_REASON ? "portfolio" : "position";
}

/** Returns the reason whose name an expression is. */
export function reasonOf(tree: QueryTree, scope: RuleScope): Code | undefined {
  if (tree.type !== "Field") return undefined;
  return REASON_CODES.find((code) => code === tree.name && scopeOf(code) === scope);
}

/** The reasons of `status`, which are the rules without a file. */
export const BUILT_IN_RULES: readonly Rule[] = REASON_CODES.map((code) => ({
  name: code,
  scope: scopeOf(code),
  severity: undefined,
  reason: { code, within: (limits: Limits) => limits },
  when: { text: code, tree: { type: "Field", name: code } },
  ...{ except: [], forMs: 0 },
}));

/** Returns the severity of a rule, where its findings have none. */
export function severityOfRule({ severity, reason }: Rule): Severity {
  return severity ?? (reason === undefined ? "warning" : severityOfCode(reason.code));
}
