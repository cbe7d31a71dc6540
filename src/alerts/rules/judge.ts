import type { Verdict } from "../finding.js";
import { evaluate } from "./evaluate.js";
import { figuresIn, type NamedFigure } from "./named-fields.js";
import type { Rule } from "./rule.js";
import { missingIn, truthOf } from "./unknown.js";

/** What a rule says about a position, or about the portfolio. */
export interface Judgement {
  readonly rule: Rule;
  readonly verdict: Verdict;
  /** Figures that are missing for a verdict, and why it could not be reached otherwise. */
  readonly missing: readonly string[];
  readonly error?: string | undefined;
  /** Figures that the rule names, with their values. */
  readonly figures: readonly NamedFigure[];
  /** Whether `clear` holds; undefined without it, null if it is not known. */
  readonly clears: boolean | null | undefined;
}

/** Applies a rule to a record. */
export function judge(rule: Rule, record: Readonly<Record<string, unknown>>): Judgement {
  const { when, clear } = rule;
  const clears = clear === undefined ? undefined : attempt(clear.tree, record).truth;
  const { truth, missing, error } = attempt(when.tree, record);
  return {
    ...{ rule, missing, error },
    verdict: truth === null ? "unknown" : truth ? "failed" : "passed",
    figures: figuresIn(when.tree, record),
    clears,
  };
}

/** Evaluates an expression. One that a function refuses the values of says nothing. */
function attempt(tree: Rule["when"]["tree"], record: unknown) {
  try {
    const value = evaluate(tree, record);
    const truth = truthOf(value) ?? null;
    return { truth, missing: truth === null ? [...new Set(missingIn(value))] : [] };
  } catch (error) {
    return { truth: null, missing: [], error: (error as Error).message };
  }
}
