import type { Applied } from "../../alerts/rules/apply.js";
import { RESULTS, type Result } from "../../alerts/rules/check-row.js";
import { severityOfRule } from "../../alerts/rules/reason-rule.js";
import { resultFields, TITLES, tableOf } from "../../alerts/rules/result-fields.js";
import { type Rule, SCOPES } from "../../alerts/rules/rule.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import type { Criteria } from "../../analytics/position/criteria.js";
import { createHandles } from "../../base/names/handle.js";
import { dotOf } from "../../base/safe-text.js";
import { SEVERITIES } from "../../base/severity.js";
import type { Position } from "../../client/resources/position.js";
import {
  answer,
  each,
  type Fields,
  group,
  own,
  plain,
  viewOf,
  within,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { textSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { counted } from "../../output/text/counted.js";
import { renderPieces } from "../../output/text/pieces.js";
import { LIMITS } from "../../views/limit-fields.js";
import { reasonCounts } from "../../views/position/reason-counts.js";
import { type Owned, PORTFOLIO, SERVICE_TIME } from "../../views/row-fields.js";

/** What a check rests on. */
export interface CheckInputs {
  /** File of the rules; undefined for the built-in ones. */
  readonly path: string | undefined;
  readonly rules: readonly Rule[];
  readonly criteria: Criteria;
  /** The open ones. */
  readonly positions: readonly Position[];
  readonly status: PortfolioStatus;
}

type CheckRow = Applied & Owned;

/** What a check found, and what it rests on; empty before anything is fetched. */
export interface CheckViewOptions extends Partial<CheckInputs> {
  readonly all?: readonly CheckRow[];
}

/** What a check found. */
export interface CheckFound extends CheckInputs {
  readonly all: readonly CheckRow[];
}

type Counts = Readonly<Record<Result, number>>;

const COUNTS: Fields<Counts> = RESULTS.map((result) =>
  own<Counts>(result, "count", `Number of results that are ${result}.`),
);

interface CheckedRule {
  readonly rule: Rule;
  readonly counts: Counts;
}

const RULE: Fields<CheckedRule> = [
  plain("name", "text", "Name of the rule.", ({ rule }) => rule.name),
  plain("scope", SCOPES, "What it is about.", ({ rule }) => rule.scope),
  plain("severity", SEVERITIES, "How serious it is.", ({ rule }) => severityOfRule(rule)),
  plain("when", "text", "What is wrong: a reason of status, or a condition.", ({ rule }) => {
    return rule.when.text;
  }),
  plain("limit", "text?", "Limit of the rule, if it has one of its own.", ({ rule }) => {
    return rule.reason?.limit;
  }),
  ...within(({ counts }: CheckedRule) => counts, COUNTS),
];

/** `check`. */
export const CHECK = answer<CheckFound>("check", [
  group("inputs", "What the results rest on.", [
    plain("rules", "text|null", "File of the rules; null for the built-in ones.", (it) => it.path),
    ...within(({ criteria }: CheckFound) => criteria, [SERVICE_TIME]),
    ...within(({ criteria }: CheckFound) => criteria.limits, LIMITS),
  ]),
  each(
    "rows",
    "Results of the rules: failed ones first, then unknown ones; the gravest, then the largest stake first.",
    ({ all }) => all,
    rowFields([]),
  ),
  group("totals", "Numbers of results.", [
    plain("positions", "count", "Number of open positions.", ({ positions }) => positions.length),
    ...within(({ all }: CheckFound) => countsOf(all), COUNTS),
    each("rules", "The rules, in their order.", checkedRules, RULE),
  ]),
]);

function checkedRules({ all, rules }: CheckFound): CheckedRule[] {
  return rules.map((rule) => ({
    rule,
    counts: countsOf(all.filter((it) => it.rule === rule)),
  }));
}

function rowFields(positions: readonly Position[]): Fields<CheckRow> {
  return [...PORTFOLIO, ...resultFields(createHandles(true, positions))];
}

/** View of the results of rules: a page, or one row for each rule and position. */
export function checkView(options: CheckViewOptions = {}): View<CheckRow> {
  const { all = [], positions = [], status, path } = options;
  const page = () => {
    const handles = createHandles(true, positions);
    return [
      headSection(countText(all, options), path === undefined ? status : undefined),
      ...tableOf(all, "failed", handles),
      ...tableOf(all, "unknown", handles),
      ...passedSection(all, options),
    ];
  };
  const order = ["handle", "portfolio", "severity", "rule", "result", "*"];
  return viewOf(rowFields(positions), { empty: "No open positions.", page }, order);
}

/** Returns the first lines. @param status whose reasons are counted, as `carry status` does */
function headSection(text: string, status: PortfolioStatus | undefined): Section {
  return {
    async render(look) {
      const counts = status === undefined ? [] : reasonCounts(status, look);
      const first = await textSection(text, "heading").render(look);
      return first + (await renderPieces(counts, dotOf(look), look));
    },
  };
}

function countText(all: readonly Applied[], options: CheckViewOptions) {
  const { rules = [], positions = [], path } = options;
  const counts = countsOf(all);
  const parts = RESULTS.map((result) => `${counts[result]} ${result}`);
  const kind = path === undefined ? "built-in rule" : "rule";
  return `${parts.join(", ")} · ${counted(rules.length, kind)}, ${counted(positions.length, "open position")}`;
}

/** Returns how often each rule has passed; a line for each position would hide the others. */
function passedSection(all: readonly Applied[], { rules = [] }: CheckViewOptions): Section[] {
  const each = rules.map((rule) => {
    const own = all.filter((it) => it.rule === rule);
    return { rule, passed: countsOf(own).passed, of: own.length };
  });
  const passed = each.filter((it) => it.passed > 0);
  if (passed.length === 0) return [];
  const lines = passed.map(({ rule, passed, of }) => `${rule.name} ${passed} of ${of}`);
  return [{ ...textSection(lines.join(", ")), title: TITLES.passed }];
}

function countsOf(all: readonly Applied[]): Readonly<Record<Result, number>> {
  const count = (result: Result) => all.filter(({ verdict }) => verdict === result).length;
  const [failed, unknown, passed] = RESULTS;
  return { [failed]: count(failed), [unknown]: count(unknown), [passed]: count(passed) };
}
