import type { HistoryOf } from "../../analytics/funding/run-legs.js";
import { bookVerdicts } from "../../analytics/portfolio/book-verdict.js";
import { exchangesOf } from "../../analytics/portfolio/exchanges.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import type { Criteria } from "../../analytics/position/criteria.js";
import { legRisksOf } from "../../analytics/position/leg-risk.js";
import type { Limits } from "../../analytics/position/limits.js";
import type { Reason } from "../../analytics/position/reason.js";
import { severityOf } from "../../analytics/position/stake.js";
import { type CodeVerdict, verdictsOf } from "../../analytics/position/verdicts.js";
import { once } from "../../base/once.js";
import type { ReasonCode } from "../../base/reason-codes.js";
import type { Severity } from "../../base/severity.js";
import type { Position } from "../../client/resources/position.js";
import type { Verdict } from "../finding.js";
import { PORTFOLIO_FIELDS } from "../records/portfolio-fields.js";
import { POSITION_FIELDS } from "../records/position-fields.js";
import { subjectOf } from "../records/position-subject.js";
import { type FigureRecord, recordOf, shapeOfFields } from "../records/record.js";
import { evaluate } from "./evaluate.js";
import { figuresIn, type NamedFigure, namesIn } from "./named-fields.js";
import { severityOfRule } from "./reason-rule.js";
import type { Rule, RuleScope } from "./rule.js";
import type { Shape } from "./shape.js";
import { missingIn, truthOf } from "./unknown.js";

/** What one rule says about one position, or about the portfolio. */
export interface Applied {
  readonly rule: Rule;
  /** Undefined for a rule about the portfolio. */
  readonly position: Position | undefined;
  readonly verdict: Verdict;
  /** The same, but unknown also where `status` reports nothing, which resolves no alert. */
  readonly judged: Verdict;
  readonly severity: Severity;
  /** Why the rule failed, or is unknown, as a reason of `status`. */
  readonly reason?: Reason | undefined;
  /** Missing figures, without which there is no verdict; `error` is another cause. */
  readonly missing: readonly string[];
  readonly error?: string | undefined;
  /** Figures that the rule names, with their values. */
  readonly figures: readonly NamedFigure[];
}

function judge(rule: Rule, record: FigureRecord, position?: Position): Applied {
  const { when } = rule;
  const { truth, missing, error } = attempt(when.tree, record);
  const verdict = truth === null ? "unknown" : truth ? "failed" : "passed";
  return {
    ...{ rule, position, missing, error, verdict, judged: verdict },
    severity: severityOfRule(rule),
    figures: figuresIn(when.tree, record),
  };
}

/** Returns the verdict of a check of `status` as that of a rule. */
function appliedReason(
  rule: Rule,
  { code, verdict, reason }: CodeVerdict<ReasonCode>,
  position?: Position,
): Applied {
  // Where `status` reports nothing, there is nothing to judge, such as a margin without a leverage.
  const isUnknown = verdict === "unknown" && reason !== undefined;
  const own = reason === undefined ? severityOfRule(rule) : severityOf(reason);
  return {
    ...{ rule, position, reason, judged: verdict },
    verdict: verdict === "unknown" && !isUnknown ? "passed" : verdict,
    severity: rule.severity ?? own,
    missing: isUnknown ? [code] : [],
    figures: [],
  };
}

/** Evaluates an expression; the truth is null if it is unknown, or a function throws. */
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
  const verdicts = verdictsWithin(status);
  return rules.flatMap((rule): Applied[] => {
    const { scope, reason } = rule;
    if (scope === "portfolio") {
      if (reason === undefined) return [judge(rule, portfolio())];
      return bookVerdicts(status).map((verdict) => appliedReason(rule, verdict));
    }
    const about = records().filter(({ position }) => !isExcepted(rule, position));
    if (reason === undefined) {
      return about.map(({ position, record }) => judge(rule, record, position));
    }
    const each = verdicts(reason.within(status.criteria.limits));
    return about.flatMap((one) =>
      (each.get(one.position) ?? [])
        .filter(({ code }) => code === reason.code)
        .map((verdict) => appliedReason(rule, verdict, one.position)),
    );
  });
}

/** Returns a function that judges the positions within limits, once for the same limits. */
function verdictsWithin({ each, criteria }: PortfolioStatus) {
  const known = new Map<string, ReadonlyMap<Position, readonly CodeVerdict[]>>();
  return (limits: Limits): ReadonlyMap<Position, readonly CodeVerdict[]> => {
    const key = JSON.stringify(limits);
    const by: Criteria = { ...criteria, limits };
    const found =
      known.get(key) ??
      new Map(each.map(({ position, runs }) => [position, verdictsOf(position, runs, by)]));
    known.set(key, found);
    return found;
  };
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
  return namesIn(own.map(({ when }) => when.tree));
}
