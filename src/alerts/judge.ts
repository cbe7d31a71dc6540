import { type Found, verdictOf, worstFirst } from "../figures/catalog/causes.js";
import { size } from "../figures/catalog/position.js";
import { type Gravity, gravestFirst } from "../figures/causes.js";
import { lacking, type Q } from "../figures/measure.js";
import type { Group, PositionOf } from "../figures/subjects.js";
import { UNKNOWN } from "../figures/unknown.js";
import { whyOf } from "../run/screen/why.js";
import type { Finding, Findings, Verdict } from "./book.js";
import { type Condition, type NamedValue, truthOf, valuesIn } from "./condition.js";
import { BOOK_NAMES, POSITION_NAMES, type Subject, subjectOf } from "./names.js";
import { isOwnCause, type Rule } from "./rule.js";

/** What one rule says about one position, or about all of them together. */
export interface Result {
  readonly rule: Rule;
  /** Undefined for a rule about the book. */
  readonly position: PositionOf | undefined;
  readonly verdict: Verdict;
  /** The cause that was found, if the rule names one. */
  readonly found?: Found | undefined;
  /** Why, in words; empty where it passed. */
  readonly why: string;
  /** Names of figures without which it is unknown. */
  readonly missing: readonly string[];
  /** Why the rule could not be applied, if not for a missing figure. */
  readonly error?: string | undefined;
  /** Figures that the rule names, with their values. */
  readonly figures: readonly NamedValue[];
}

/** Judges a book by rules; every face that tells what is wrong asks this. @returns a result a rule and position */
export function judge(rules: readonly Rule[], book: Group): Result[] {
  const open = book.members.filter(({ record }) => record.status !== "closed");
  const subjects = new Map(open.map((p) => [p, subjectOf(POSITION_NAMES, p)]));
  return rules.flatMap((rule) => {
    const { scope, cause, condition } = rule;
    if (condition !== undefined && scope === "book") {
      return [byCondition(rule, condition, subjectOf(BOOK_NAMES, book))];
    }
    return [...subjects].flatMap(([p, subject]) => {
      if (cause !== undefined) return [byCause(rule, cause, p)];
      return condition === undefined ? [] : [byCondition(rule, condition, subject, p)];
    });
  });
}

function byCause(rule: Rule, cause: NonNullable<Rule["cause"]>, position: PositionOf): Result {
  const verdict = verdictOf(position, cause);
  const plain = { rule, position, missing: [], figures: [], why: "" };
  switch (verdict.is) {
    case "absent":
      return { ...plain, verdict: "passed" };
    case "unknown":
      return { ...plain, verdict: "unknown", missing: [cause], why: UNKNOWN[verdict.why][0] };
    case "found": {
      const { found } = verdict;
      const is = rule.severity === "unknown" ? "unknown" : "failed";
      return { ...plain, verdict: is, found, why: whyOf(position, found).text };
    }
  }
}

function byCondition(
  rule: Rule,
  condition: Condition,
  subject: Subject,
  position?: PositionOf,
): Result {
  const truth = truthOf(condition.tree, subject);
  const figures = valuesIn(condition, subject);
  const result = { rule, position, figures, missing: [] };
  if (truth === false) return { ...result, verdict: "passed", why: "" };
  if (truth === true) return { ...result, verdict: "failed", why: figuresText(figures, rule) };
  const { lacks, error } = truth;
  const why = error ?? lacks.map(({ message }) => message).join(", ");
  const missing = lacks.map(({ figure }) => figure);
  return { ...result, verdict: "unknown", missing, error, why };
}

function figuresText(figures: readonly NamedValue[], { when }: Rule): string {
  if (figures.length === 0) return when;
  return figures.map(({ name, value }) => `${name} ${valueText(value)}`).join(", ");
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(" and ") || "none";
  if (value === null || value === undefined) return "–";
  return typeof value === "number" ? rounded(value) : String(value);
}

/** Rounds to two decimals, or to three digits below 1, without trailing zeros. */
function rounded(value: number): string {
  return String(Number(Math.abs(value) >= 1 ? value.toFixed(2) : value.toPrecision(3)));
}

/** Returns what a result is about, USD; USD a day of a cause that costs daily. Unknown of the book. */
export function worthOf({ found, position }: Result): Q {
  return found?.value ?? (position === undefined ? lacking(undefined) : size(position));
}

/** Returns how grave a result is: one that is unknown costs nothing that is known. */
export function gravityOf({ verdict, rule }: Result): Gravity {
  return verdict === "unknown" ? "unknown" : rule.severity;
}

/** Results of rules in the order in which they are shown. */
export const VERDICTS = ["failed", "unknown", "passed"] as const satisfies readonly Verdict[];

/** Sorts results: failed ones, then unknown ones; the gravest first, then those worth most. */
export function gravestResultsFirst(all: readonly Result[]): Result[] {
  const worth = (it: Result) => worthOf(it).value?.toNumber() ?? 0;
  return all.toSorted(
    (a, b) =>
      VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
      gravestFirst(a.rule.severity, b.rule.severity) ||
      (a.found && b.found ? worstFirst(a.found, b.found) : worth(b) - worth(a)),
  );
}

/** Returns how many results there are of each kind. */
export function countsOf(all: readonly Result[]): Readonly<Record<Verdict, number>> {
  const counts = { failed: 0, unknown: 0, passed: 0 };
  for (const { verdict } of all) counts[verdict]++;
  return counts;
}

/**
 * Returns what a judgement found, for alerts.
 * @param at milliseconds since the epoch
 * @param forMs how long a problem of a rule without `for` has to last, milliseconds
 */
export function findingsOf(results: readonly Result[], at: number, forMs = 0): Findings {
  const spans = new Map(results.map(({ rule }) => [rule.name, rule.forMs]));
  const findings = results.map(({ rule, position, verdict, why }): Finding => {
    const { position_id: positionId = "", asset = "" } = position?.record ?? {};
    return {
      rule: rule.name,
      positionId,
      asset,
      verdict,
      severity: rule.severity,
      summary: verdict === "failed" ? why : "",
      isCause: isOwnCause(rule),
    };
  });
  return { at, findings, forMsOf: (name) => spans.get(name) || forMs };
}
