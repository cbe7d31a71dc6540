import { SEVERITIES } from "../../base/severity.js";
import { type Fields, own, plain } from "../../output/record.js";
import { tableSection } from "../../output/table/page.js";
import { pickColumn } from "../../output/table/pick-column.js";
import type { Section } from "../../output/table/section.js";
import type { Applied } from "./apply.js";
import { becauseText, plainValue, RESULT_NAMES, RESULTS, type Result } from "./check-row.js";
import { SCOPES } from "./rule.js";

const OF_PORTFOLIO = "Position identifier (uuid); null for a rule about the portfolio.";
const ERROR = "Why the rule could not be applied, if not for a missing figure.";

/** Fields of the result of a rule for a position or the portfolio. */
export const RESULT_FIELDS: Fields<Applied> = [
  plain("position_id", "text|null", OF_PORTFOLIO, {
    ...{ of: ({ position }) => position?.position_id, header: "id", kind: "id", priority: 2 },
  }),
  plain("asset", "text|null", "Asset symbol; null in the same case.", {
    ...{ of: ({ position }) => position?.asset, header: "asset", priority: 0 },
    value: ({ position }) => position?.asset ?? "portfolio",
  }),
  plain("rule", "text", "Name of the rule.", {
    ...{ of: ({ rule }) => rule.name, header: "rule", priority: 0 },
  }),
  plain("severity", SEVERITIES, "Severity of the rule.", {
    ...{ of: ({ rule }) => rule.severity, header: "severity", priority: 4 },
  }),
  plain("scope", SCOPES, "What the rule is about.", ({ rule }) => rule.scope),
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
  plain("because", "text", "Why, in words.", {
    ...{ of: becauseText, header: "because", kind: "prose", priority: 0 },
  }),
];

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
  const columns = RESULT_FIELDS.flatMap((it) => it.columns);
  const shown = ["severity", "rule", "asset", "position_id", "because"];
  return [
    tableSection(
      rows,
      shown.map((key) => pickColumn(columns, key)),
      title,
    ),
  ];
}

/** Titles of the results of one kind. */
export const TITLES: Readonly<Record<Result, string>> = {
  failed: "Failed",
  unknown: "Cannot be told",
  passed: "Passed",
};
