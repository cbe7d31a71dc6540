import type { Applied } from "../alerts/rules/apply.js";
import type { Column, View } from "../output/table/column.js";
import { tableSection, textSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import { counted } from "../output/text/counted.js";
import { type CheckInputs, countsOf } from "./check-json.js";
import { becauseText, RESULT_NAMES, RESULTS, type Result } from "./check-row.js";

/** What a check found, and what it rests on; empty before anything is fetched. */
export interface CheckViewOptions extends Partial<CheckInputs> {
  readonly all?: readonly Applied[];
}

const columns: readonly Column<Applied>[] = [
  { ...text("severity", "severity", 4), value: ({ rule }) => rule.severity },
  { ...text("rule", "rule", 0), value: ({ rule }) => rule.name },
  { ...text("scope", "scope", 9), value: ({ rule }) => rule.scope },
  { ...text("result", "result", 0), value: ({ verdict }) => RESULT_NAMES[verdict] },
  { ...text("asset", "asset", 0), value: ({ position }) => position?.asset ?? "portfolio" },
  { ...text("position_id", "id", 2), kind: "id", value: ({ position }) => position?.position_id },
  { ...text("because", "because", 0), kind: "prose", value: becauseText },
];

/** View of the results of rules: a page, or one row for each rule and position. */
export function checkView(options: CheckViewOptions = {}): View<unknown, Applied> {
  const { all = [] } = options;
  const keys = columns.map(({ key }) => key);
  return {
    rows: (row) => [row as Applied],
    columns,
    defaults: { table: keys.filter((key) => key !== "scope"), csv: keys },
    page: () => [
      textSection(countText(all, options), "heading"),
      ...tableOf(all, "failed"),
      ...tableOf(all, "unknown"),
      ...passedSection(all, options),
    ],
    empty: "No open positions.",
  };
}

function text(key: string, header: string, priority: number) {
  return { key, header, kind: "text", priority } as const;
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
