import type { Applied } from "../../alerts/rules/apply.js";
import {
  becauseText,
  plainValue,
  RESULT_NAMES,
  RESULTS,
  type Result,
} from "../../alerts/rules/check-row.js";
import { type Rule, SCOPES, SEVERITIES } from "../../alerts/rules/rule.js";
import type { Criteria } from "../../analytics/position/criteria.js";
import {
  answer,
  each,
  type Fields,
  group,
  own,
  plain,
  shown,
  viewOf,
  within,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { tableSection, textSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { counted } from "../../output/text/counted.js";
import { LIMITS } from "../../views/limit-fields.js";
import { SERVICE_TIME } from "../../views/row-fields.js";

/** What a check rests on. */
export interface CheckInputs {
  /** File of the rules. */
  readonly path: string;
  readonly rules: readonly Rule[];
  readonly criteria: Criteria;
  /** Number of open positions. */
  readonly positions: number;
}

/** What a check found, and what it rests on; empty before anything is fetched. */
export interface CheckViewOptions extends Partial<CheckInputs> {
  readonly all?: readonly Applied[];
}

const OF_PORTFOLIO = "Position identifier (uuid); null for a rule about the portfolio.";
const ERROR = "Why the rule could not be applied, if not for a missing figure.";
const ORDER = ["severity", "rule", "scope", "result", "asset", "*"];

const ROW: Fields<Applied> = [
  plain("rule", "text", "Name of the rule.", {
    ...{ of: ({ rule }) => rule.name, header: "rule", priority: 0 },
  }),
  plain("severity", SEVERITIES, "Severity of the rule.", {
    ...{ of: ({ rule }) => rule.severity, header: "severity", priority: 4 },
  }),
  plain("scope", SCOPES, "What the rule is about.", {
    ...{ of: ({ rule }) => rule.scope, header: "scope", priority: 9, only: "csv" },
  }),
  plain("position_id", "text|null", OF_PORTFOLIO, {
    ...{ of: ({ position }) => position?.position_id, header: "id", kind: "id", priority: 2 },
  }),
  plain("asset", "text|null", "Asset symbol; null in the same case.", {
    ...{ of: ({ position }) => position?.asset, header: "asset", priority: 0 },
    value: ({ position }) => position?.asset ?? "portfolio",
  }),
  plain("result", RESULTS, "unknown: it cannot be told, which is no pass.", {
    ...{ of: ({ verdict }) => verdict, header: "result", priority: 0 },
    value: ({ verdict }) => RESULT_NAMES[verdict],
  }),
  plain(
    "figures",
    "object",
    "Figures that the rule names, with their values; null if not known.",
    ({ figures }) =>
      Object.fromEntries(figures.map(({ name, value }) => [name, plainValue(value)])),
  ),
  own("missing", "texts", "Figures without which it cannot be told."),
  own("error", "text?", ERROR),
  shown({ key: "because", header: "because", kind: "prose", priority: 0, value: becauseText }),
];

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
    ROW,
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

const { columns, defaults, empty } = viewOf(ROW, { empty: "No open positions." }, ORDER);

/** View of the results of rules: a page, or one row for each rule and position. */
export function checkView(options: CheckViewOptions = {}): View<unknown, Applied> {
  const { all = [] } = options;
  return {
    ...{ columns, defaults, empty, rows: (row) => [row as Applied] },
    page: () => [
      textSection(countText(all, options), "heading"),
      ...tableOf(all, "failed"),
      ...tableOf(all, "unknown"),
      ...passedSection(all, options),
    ],
  };
}

/** Returns the tables of what failed and what cannot be told, for another page. */
export function notPassedSections(all: readonly Applied[]): Section[] {
  return [
    ...tableOf(all, "failed", "Rules that failed"),
    ...tableOf(all, "unknown", "Rules that cannot be told"),
  ];
}

function countText(all: readonly Applied[], { rules = [], positions = 0 }: CheckViewOptions) {
  const counts = countsOf(all);
  const parts = RESULTS.map((result) => `${counts[result]} ${RESULT_NAMES[result]}`);
  return `${parts.join(", ")} · ${counted(rules.length, "rule")}, ${counted(positions, "open position")}`;
}

function tableOf(all: readonly Applied[], result: Result, title = TITLES[result]): Section[] {
  const rows = all.filter(({ verdict }) => verdict === result);
  if (rows.length === 0) return [];
  const shown = ["severity", "rule", "asset", "position_id", "because"];
  const some = columns.filter(({ key }) => shown.includes(key));
  return [tableSection(rows, some, title)];
}

const TITLES: Readonly<Record<Result, string>> = {
  failed: "Failed",
  unknown: "Cannot be told",
  passed: "Passed",
};

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
