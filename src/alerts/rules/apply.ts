import type { HistoryOf } from "../../analytics/funding/run-legs.js";
import { exchangesOf } from "../../analytics/portfolio/exchanges.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import { legRisksOf } from "../../analytics/position/leg-risk.js";
import { once } from "../../base/once.js";
import type { Position } from "../../client/resources/position.js";
import type { Verdict } from "../finding.js";
import { PORTFOLIO_FIELDS } from "../records/portfolio-fields.js";
import { POSITION_FIELDS } from "../records/position-fields.js";
import { subjectOf } from "../records/position-subject.js";
import { type FigureRecord, recordOf, shapeOfFields } from "../records/record.js";
import { evaluate } from "./evaluate.js";
import { figuresIn, type NamedFigure, namesIn } from "./named-fields.js";
import type { Rule, RuleScope } from "./rule.js";
import type { Shape } from "./shape.js";
import { missingIn, truthOf } from "./unknown.js";

/** What one rule says about one position, or about the portfolio. */
export interface Applied {
  readonly rule: Rule;
  /** Undefined for a rule about the portfolio. */
  readonly position: Position | undefined;
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
function judge(rule: Rule, record: FigureRecord, position?: Position): Applied {
  const { when, clear } = rule;
  const clears = clear === undefined ? undefined : attempt(clear.tree, record).truth;
  const { truth, missing, error } = attempt(when.tree, record);
  return {
    ...{ rule, position, missing, error },
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

/** Shapes of the records that rules are about. */
export function recordShapes(): Readonly<Record<RuleScope, Shape>> {
  return { position: shapeOfFields(POSITION_FIELDS), portfolio: shapeOfFields(PORTFOLIO_FIELDS) };
}

/** Applies rules to the open positions of a portfolio, in the order of the rules. */
export function applyRules(
  rules: readonly Rule[],
  status: PortfolioStatus,
  historyOf: HistoryOf,
): Applied[] {
  const records = once(() => positionRecords(rules, status, historyOf));
  const portfolio = once(() => portfolioRecord(rules, status));
  return rules.flatMap((rule): Applied[] => {
    if (rule.scope === "portfolio") return [judge(rule, portfolio())];
    return records()
      .filter(({ position }) => !isExcepted(rule, position))
      .map(({ position, record }) => judge(rule, record, position));
  });
}

function isExcepted({ except }: Rule, { position_id }: Position): boolean {
  return except.some((prefix) => position_id.toLowerCase().startsWith(prefix));
}

function positionRecords(rules: readonly Rule[], status: PortfolioStatus, historyOf: HistoryOf) {
  const names = namesOf(rules, "position");
  return status.each.map((judged) => {
    const subject = subjectOf(judged, status, historyOf);
    return { position: judged.position, record: recordOf(POSITION_FIELDS, subject, names) };
  });
}

function portfolioRecord(rules: readonly Rule[], status: PortfolioStatus) {
  const { now, limits, historyOf } = status.criteria;
  const inputs = { now, staleMs: limits.staleMs, historyOf };
  const exchanges = () =>
    exchangesOf(status.each.flatMap(({ position }) => legRisksOf(position, inputs, limits.margin)));
  return recordOf(PORTFOLIO_FIELDS, { status, exchanges }, namesOf(rules, "portfolio"));
}

function namesOf(rules: readonly Rule[], scope: RuleScope): ReadonlySet<string> | undefined {
  const own = rules.filter((rule) => rule.scope === scope);
  return namesIn(own.flatMap(({ when, clear }) => [when.tree, ...(clear ? [clear.tree] : [])]));
}
