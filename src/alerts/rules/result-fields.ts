import type { Measure } from "../../analytics/measure.js";
import type { Handles } from "../../base/names/handle.js";
import { SEVERITIES } from "../../base/severity.js";
import { type Fields, own, plain, shown } from "../../output/record.js";
import type { Column } from "../../output/table/column.js";
import { tableSection } from "../../output/table/page.js";
import { pickColumn } from "../../output/table/pick-column.js";
import type { Section } from "../../output/table/section.js";
import { figure } from "../../views/measure-fields.js";
import { SEVERITY_TONES } from "../../views/position/reason-counts.js";
import { signColumn, stakeColumn } from "../../views/position/severity-columns.js";
import { type Owned, portfolioColumn } from "../../views/row-fields.js";
import type { Applied } from "./apply.js";
import { becauseText, plainValue, RESULTS, type Result, stakeOfResult } from "./check-row.js";
import { SCOPES } from "./rule.js";

const OF_PORTFOLIO = "Position identifier (uuid); null for a rule about the portfolio.";
const ERROR = "Why the rule could not be applied, if not for a missing figure.";
const SEVERITY =
  "Severity of the rule; of a reason of status that of the finding: critical can hurt today, warning costs money, info is data.";
const STAKE =
  "Amount at stake: of a reason as status has it, else the gross notional of the position; null if unknown.";

/** Name of the portfolio in a row, instead of a position. */
const PORTFOLIO = "portfolio";

/** Fields of the result of a rule for a position or the portfolio. */
export function resultFields(handles: Handles): Fields<Applied> {
  return [
    shown({
      ...{ key: "handle", header: "position", kind: "text", priority: 0, isWhole: true },
      value: ({ position }) => (position === undefined ? PORTFOLIO : handles.of(position)),
      tone: toneOf,
    }),
    plain("position_id", "text|null", OF_PORTFOLIO, {
      ...{ of: ({ position }) => position?.position_id, header: "id", kind: "id" },
      isExtra: true,
    }),
    plain("asset", "text|null", "Asset symbol; null in the same case.", {
      ...{ of: ({ position }) => position?.asset, header: "asset", isExtra: true },
      value: ({ position }) => position?.asset ?? PORTFOLIO,
    }),
    plain("rule", "text", "Name of the rule.", {
      ...{ of: ({ rule }) => rule.name, header: "rule", priority: 1 },
    }),
    plain("severity", SEVERITIES, SEVERITY, {
      ...{ of: ({ severity }) => severity, header: "severity", priority: 4 },
    }),
    plain("scope", SCOPES, "What the rule is about.", ({ rule }) => rule.scope),
    plain(
      "result",
      RESULTS,
      "unknown: a figure that the rule needs is unknown, which is no pass.",
      {
        ...{ of: ({ verdict }) => verdict, header: "result", priority: 0 },
      },
    ),
    {
      ...figure("at_stake", STAKE, {
        ...{ of: stakeOfResult, header: "at stake", priority: 2 },
      }),
      details: ["at_stake.unit"],
    },
    plain(
      "figures",
      "object",
      "Figures that the rule names, with their values; null if unknown.",
      ({ figures }) =>
        Object.fromEntries(figures.map(({ name, value }) => [name, plainValue(value)])),
    ),
    own("missing", "texts", "Figures without which it is unknown."),
    own("error", "text?", ERROR),
    plain("because", "text", "Why, in words.", {
      ...{ of: becauseText, header: "why", kind: "prose", priority: 0 },
      tone: toneOf,
    }),
  ];
}

/** Returns the table of the results of one kind; none without results. */
export function tableOf(
  all: readonly (Applied & Partial<Owned>)[],
  result: Result,
  handles: Handles,
  title = TITLES[result],
): Section[] {
  const rows = sharedReasons(all.filter(({ verdict }) => verdict === result));
  if (rows.length === 0) return [];
  const columns = resultFields(handles).flatMap((it) => it.columns);
  const names = ({ rules }: ShownRow) => rules.map(({ name }) => name).join(", ");
  const rule: Column<ShownRow> = { ...pickColumn(columns, "rule"), value: names, priority: 0 };
  // The sentence of a reason says which one it is.
  const isNamed = rows.some(({ rules }) => rules.some(({ name, reason }) => name !== reason?.code));
  const [name, why] = [pickColumn(columns, "handle"), pickColumn(columns, "because")];
  const owner = portfolioColumn(({ portfolio_id = null, ...it }: ShownRow) => {
    return { ...it, portfolio_id };
  });
  const shown = [signColumn, name, owner, ...(isNamed ? [rule] : []), stakeColumn, why];
  return [tableSection<ShownRow>(rows, shown, title)];
}

/** The rules that failed, or are unknown, for one reason of a position. */
interface ShownRow extends Applied, Partial<Owned> {
  readonly rules: readonly Applied["rule"][];
  readonly stake: Measure;
}

/** Joins the results of one reason of a position, which a page shows once. */
function sharedReasons(all: readonly (Applied & Partial<Owned>)[]): ShownRow[] {
  const byReason = new Map<unknown, ShownRow>();
  for (const applied of all) {
    const { reason, rule } = applied;
    const key = reason ?? applied;
    const before = byReason.get(key) ?? { ...applied, rules: [], stake: stakeOfResult(applied) };
    byReason.set(key, { ...before, rules: [...before.rules, rule] });
  }
  return [...byReason.values()];
}

const toneOf = ({ severity }: Applied) => SEVERITY_TONES[severity];

/** Titles of the results of one kind. */
export const TITLES: Readonly<Record<Result, string>> = {
  failed: "Failed",
  unknown: "Unknown",
  passed: "Passed",
};
