import type { PositionGrouping } from "../../analytics/portfolio/groupings.js";
import type { Group } from "../../analytics/portfolio/groups.js";
import { RESULTS, type ResultName } from "../../analytics/portfolio/result-names.js";
import type { Result, Results } from "../../analytics/portfolio/results.js";
import { FIGURES, type FigureName, type Totals } from "../../analytics/portfolio/totals.js";
import { sourced } from "../../output/formats/exact-json.js";
import type { Column, Total, View } from "../../output/table/column.js";
import type { Mark } from "../../output/table/mark.js";
import type { Sourced } from "../../output/text/sourced.js";
import { UNCHECKED } from "../../views/doubt.js";
import {
  capitalTotal,
  FIGURE_LOOKS,
  feesTotal,
  figureTotals,
  leftOutTotals,
  partOf,
  wholeNote,
} from "../../views/figures.js";
import { measureJson } from "../../views/measure-fields.js";
import { staleMarkSign } from "../../views/position/leg-columns.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import { figuresJson } from "../../views/totals-fields.js";

/** A group as printed; its shape is that of `carry schema summary`. */
export interface SummaryItem {
  readonly group: string;
}

/** Returns groups as printed. */
export function summaryItems(
  by: PositionGrouping,
  groups: readonly Group[],
): Sourced<SummaryItem>[] {
  return groups.map(({ key, positions, open, closed, unchecked, figures, results }) =>
    sourced({
      ...{ by, group: key, positions, open, closed, legs_unchecked: unchecked },
      ...figuresJson(figures),
      ...resultsJson(results),
    }),
  ) as Sourced<SummaryItem>[];
}

function resultsJson(results: Results): Record<string, unknown> {
  return Object.fromEntries(RESULTS.map((name) => [name, measureJson(results[name])]));
}

/** Default columns of a table. */
const SHOWN = FIGURES.filter(
  (name) => !["unhedged_notional", "fees_paid", "fees_estimated_exit"].includes(name),
);

/** Default columns of a table of months, which is about closed positions. */
const SHOWN_OF_MONTHS = ["positions", "funding_pnl", "fees", "spread_pnl", "net_pnl", ...RESULTS];

const PRIORITIES: Readonly<Record<FigureName, number>> = {
  gross_notional: 4,
  net_notional: 5,
  funding_pnl: 1,
  fees: 6,
  unhedged_notional: 8,
  fees_paid: 8,
  fees_estimated_exit: 8,
  spread_pnl: 6,
  net_pnl: 0,
  apr: 3,
};

const HEADINGS: Partial<Record<PositionGrouping, string>> = {
  pair: "long/short",
  month: "closed in",
  age: "held",
};

/**
 * View of groups of positions, with the totals below.
 * @param groups exact figures of the items
 */
export function summaryView(
  by: PositionGrouping,
  groups: readonly Group[] = [],
  all?: Totals,
  clock: ServiceClock = { now: 0 },
): View<SummaryItem> {
  const exact = new Map(groups.map((group) => [group.key, group]));
  const groupOf = ({ group }: SummaryItem) => exact.get(group);
  const count = (
    key: string,
    priority: number,
    of: (group: Group) => number,
  ): Column<SummaryItem> => ({
    key,
    header: key.replace("_", " "),
    kind: "integer",
    priority,
    value: (item) => {
      const group = groupOf(item);
      return group && of(group);
    },
  });
  const columns: Column<SummaryItem>[] = [
    {
      key: "group",
      header: HEADINGS[by] ?? by,
      kind: "text",
      value: ({ group }) => group,
    },
    count("positions", 2, (group) => group.positions),
    count("open", 7, (group) => group.open),
    count("closed", 7, (group) => group.closed),
    count("legs_unchecked", 8, (group) => group.unchecked),
    ...FIGURES.map(
      (name): Column<SummaryItem> => ({
        key: name,
        header: FIGURE_LOOKS[name].header,
        kind: FIGURE_LOOKS[name].kind,
        signed: FIGURE_LOOKS[name].signed,
        ...otherNameOf(name),
        priority: PRIORITIES[name],
        value: (item) => groupOf(item)?.figures[name].value?.toFixed(),
        mark: (item) => marksOf(groupOf(item), name, clock),
        note: (item) => noteOf(groupOf(item), name),
      }),
    ),
    ...RESULTS.map(
      (name): Column<SummaryItem> => ({
        key: name,
        ...RESULT_LOOKS[name],
        value: (item) => groupOf(item)?.results[name].value?.toFixed(),
        note: (item) => resultNote(groupOf(item)?.results[name]),
      }),
    ),
    ...FIGURES.map(
      (name): Column<SummaryItem> => ({
        key: `${name}_counted`,
        header: `${FIGURE_LOOKS[name].header} of`,
        kind: "integer",
        value: (item) => groupOf(item)?.figures[name].counted,
      }),
    ),
  ];
  return {
    rows: (item) => [item],
    columns,
    defaults: {
      table:
        by === "month"
          ? ["group", ...SHOWN_OF_MONTHS]
          : ["group", "positions", "open", "closed", ...SHOWN],
      csv: columns.map(({ key }) => key),
    },
    ...(all !== undefined && { totals: () => totalLines(all) }),
    empty: "No positions.",
  };
}

const RESULT_LOOKS: Readonly<
  Record<ResultName, Pick<Column<SummaryItem>, "header" | "kind" | "signed" | "priority">>
> = {
  win_rate: { header: "won", kind: "percent", priority: 2 },
  mean_days_held: { header: "mean held", kind: "days", priority: 4 },
  net_per_1000_a_day: { header: "net a day of 1,000", kind: "usd", signed: true, priority: 5 },
};

/** Returns the number of closed positions that a result is over, unless it is over all. */
function resultNote(result: Result | undefined): string | undefined {
  if (result === undefined || result.of === 0) return undefined;
  const about = result.about === true && result.value !== null ? "~" : undefined;
  const part = result.counted < result.of ? `(${result.counted} of ${result.of})` : undefined;
  const said = [about, part].filter((it) => it !== undefined);
  return said.length === 0 ? undefined : said.join(" ");
}

function otherNameOf(name: FigureName): { readonly otherName?: string } {
  const { otherName } = FIGURE_LOOKS[name];
  return otherName === undefined ? {} : { otherName };
}

/** Returns the marks of a group: those of any of its positions. */
function marksOf(group: Group | undefined, name: FigureName, clock: ServiceClock): Mark[] {
  const { atMark, isHeld } = FIGURE_LOOKS[name];
  return [
    ...(atMark && group !== undefined && group.stale > 0 ? [staleMarkSign(clock)] : []),
    ...(isHeld && group !== undefined && group.unchecked > 0 ? [UNCHECKED] : []),
  ];
}

function noteOf(group: Group | undefined, name: FigureName): string | undefined {
  const part = group && partOf(group, name);
  const about = group?.figures[name].about === true ? "~" : undefined;
  const said = [about, part && `(${part})`].filter((it) => it !== undefined);
  return said.length === 0 ? undefined : said.join(" ");
}

function totalLines(all: Totals): Total[][] {
  const { positions, open, closed } = all;
  const kind = "integer" as const;
  const line: Total[] = [
    { label: "positions", kind, value: positions, ...wholeNote(all) },
    { label: "open", kind, value: open },
    { label: "closed", kind, value: closed },
    ...figureTotals(all, ["gross_notional", "net_notional", "unhedged_notional", "funding_pnl"]),
    feesTotal(all),
    ...figureTotals(all, ["spread_pnl", "net_pnl", "apr"]),
    { ...capitalTotal(all), label: "on capital of" },
  ];
  return [line, ...leftOutTotals(all)];
}
