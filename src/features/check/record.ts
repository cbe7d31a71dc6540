import type { Applied } from "../../alerts/rules/apply.js";
import { RESULT_NAMES, RESULTS, type Result } from "../../alerts/rules/check-row.js";
import { RESULT_FIELDS, TITLES, tableOf } from "../../alerts/rules/result-fields.js";
import { type Rule, SCOPES } from "../../alerts/rules/rule.js";
import type { Criteria } from "../../analytics/position/criteria.js";
import { SEVERITIES } from "../../base/severity.js";
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
import { LIMITS } from "../../views/limit-fields.js";
import { type Owned, PORTFOLIO, SERVICE_TIME } from "../../views/row-fields.js";

/** What a check rests on. */
export interface CheckInputs {
  /** File of the rules. */
  readonly path: string;
  readonly rules: readonly Rule[];
  readonly criteria: Criteria;
  /** Number of open positions. */
  readonly positions: number;
}

/** The result of a rule, and the portfolio. */
type CheckRow = Applied & Owned;

/** What a check found, and what it rests on; empty before anything is fetched. */
export interface CheckViewOptions extends Partial<CheckInputs> {
  readonly all?: readonly CheckRow[];
}

type Counts = Readonly<Record<Result, number>>;

const COUNTS: Fields<Counts> = RESULTS.map((result) =>
  own<Counts>(
    result,
    "count",
    `Number of results that ${result === "unknown" ? "cannot be told" : result}.`,
  ),
);

interface CheckedRule {
  readonly rule: Rule;
  readonly counts: Counts;
}

const RULE: Fields<CheckedRule> = [
  plain("name", "text", "Name of the rule.", ({ rule }) => rule.name),
  plain("scope", SCOPES, "What it is about.", ({ rule }) => rule.scope),
  plain("severity", SEVERITIES, "How serious it is.", ({ rule }) => rule.severity),
  plain("when", "text", "JMESPath expression that describes the problem.", ({ rule }) => {
    return rule.when.text;
  }),
  ...within(({ counts }: CheckedRule) => counts, COUNTS),
];

/** What a check found, and what it rests on. */
type Checked = Required<CheckViewOptions>;

const ROWS: Fields<CheckRow> = [...PORTFOLIO, ...RESULT_FIELDS];

/** `check`. */
export const CHECK = answer<Checked>("check", [
  group("inputs", "What the results rest on.", [
    plain("rules", "text", "File of the rules.", ({ path }) => path),
    ...within(({ criteria }: Checked) => criteria, [SERVICE_TIME]),
    ...within(({ criteria }: Checked) => criteria.limits, LIMITS),
  ]),
  each(
    "rows",
    "Results of the rules: failed ones first, then those that cannot be told.",
    ({ all }) => all,
    ROWS,
  ),
  group("totals", "Numbers of results.", [
    own("positions", "count", "Number of open positions."),
    ...within(({ all }: Checked) => countsOf(all), COUNTS),
    each("rules", "The rules, in the order of the file.", checkedRules, RULE),
  ]),
]);

function checkedRules({ all, rules }: Checked): CheckedRule[] {
  return rules.map((rule) => ({
    rule,
    counts: countsOf(all.filter((it) => it.rule === rule)),
  }));
}

/** View of the results of rules: a page, or one row for each rule and position. */
export function checkView(options: CheckViewOptions = {}): View<CheckRow> {
  const { all = [] } = options;
  const page = () => [
    textSection(countText(all, options), "heading"),
    ...tableOf(all, "failed"),
    ...tableOf(all, "unknown"),
    ...passedSection(all, options),
  ];
  const order = ["severity", "rule", "result", "asset", "*"];
  return viewOf(ROWS, { empty: "No open positions.", page }, order);
}

function countText(all: readonly Applied[], { rules = [], positions = 0 }: CheckViewOptions) {
  const counts = countsOf(all);
  const parts = RESULTS.map((result) => `${counts[result]} ${RESULT_NAMES[result]}`);
  return `${parts.join(", ")} · ${counted(rules.length, "rule")}, ${counted(positions, "open position")}`;
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

/** Counts results by kind. */
function countsOf(all: readonly Applied[]): Readonly<Record<Result, number>> {
  const count = (result: Result) => all.filter(({ verdict }) => verdict === result).length;
  const [failed, unknown, passed] = RESULTS;
  return { [failed]: count(failed), [unknown]: count(unknown), [passed]: count(passed) };
}
