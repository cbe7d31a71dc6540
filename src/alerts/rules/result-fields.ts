import { type Fields, own, plain, shown, viewOf } from "../../output/record.js";
import { tableSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import type { Applied } from "./apply.js";
import { becauseText, plainValue, RESULT_NAMES, RESULTS, type Result } from "./check-row.js";
import { SCOPES, SEVERITIES } from "./rule.js";

const OF_PORTFOLIO = "Position identifier (uuid); null for a rule about the portfolio.";
const ERROR = "Why the rule could not be applied, if not for a missing figure.";
const ORDER = ["severity", "rule", "scope", "result", "asset", "*"];

/** Fields of the result of a rule for a position or the portfolio. */
export const RESULT_FIELDS: Fields<Applied> = [
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

/** Columns of results, in order, with those of each format. */
export const RESULT_COLUMNS = viewOf(RESULT_FIELDS, { empty: "No open positions." }, ORDER);

/** Returns the tables of what failed and what cannot be told, for another page. */
export function notPassedSections(all: readonly Applied[]): Section[] {
  return [
    ...tableOf(all, "failed", "Rules that failed"),
    ...tableOf(all, "unknown", "Rules that cannot be told"),
  ];
}

/** Returns the table of the results of one kind; nothing without any. */
export function tableOf(
  all: readonly Applied[],
  result: Result,
  title = TITLES[result],
): Section[] {
  const rows = all.filter(({ verdict }) => verdict === result);
  if (rows.length === 0) return [];
  const shown = ["severity", "rule", "asset", "position_id", "because"];
  const some = RESULT_COLUMNS.columns.filter(({ key }) => shown.includes(key));
  return [tableSection(rows, some, title)];
}

/** Titles of the results of one kind. */
export const TITLES: Readonly<Record<Result, string>> = {
  failed: "Failed",
  unknown: "Cannot be told",
  passed: "Passed",
};
