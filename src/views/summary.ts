import type { Grouping } from "../analytics/groupings.js";
import type { Group } from "../analytics/groups.js";
import { FIGURES, type FigureName, type Totals } from "../analytics/totals.js";
import type { Column, Mark, Sourced, View } from "../output/column.js";
import { sourced } from "../output/exact-json.js";
import { FIGURE_LOOKS, figureTotals, partOf, staleNote } from "./figures.js";
import { STALE_MARK } from "./leg-columns.js";

/** A group as it is printed; its shape is fixed by `carry schema summary`. */
export interface SummaryItem {
  readonly group: string;
}

/** Groups as they are printed. */
export function summaryItems(by: Grouping, groups: readonly Group[]): Sourced<SummaryItem>[] {
  return groups.map(({ key, positions, open, closed, figures }) =>
    sourced({ by, group: key, positions, open, closed, ...figures }),
  ) as Sourced<SummaryItem>[];
}

const PRIORITIES: Readonly<Record<FigureName, number>> = {
  gross_notional: 4,
  net_notional: 5,
  funding_pnl: 1,
  fees: 6,
  spread_pnl: 6,
  net_pnl: 0,
  apr: 3,
};

/**
 * How groups of positions look, with what all come to below.
 * @param groups the exact figures behind the items
 */
export function summaryView(
  by: Grouping,
  groups: readonly Group[] = [],
  all?: Totals,
): View<SummaryItem> {
  const exact = new Map(groups.map((group) => [group.key, group]));
  const groupOf = ({ group }: SummaryItem) => exact.get(group);
  const count = (key: "positions" | "open" | "closed", priority: number): Column<SummaryItem> => ({
    key,
    header: key,
    kind: "integer",
    priority,
    value: (item) => groupOf(item)?.[key],
  });
  const columns: Column<SummaryItem>[] = [
    {
      key: "group",
      header: by === "exchange" ? "long/short" : by,
      kind: "text",
      value: ({ group }) => group,
    },
    count("positions", 2),
    count("open", 7),
    count("closed", 7),
    ...FIGURES.map(
      (name): Column<SummaryItem> => ({
        key: name,
        header: FIGURE_LOOKS[name].header,
        kind: FIGURE_LOOKS[name].kind,
        signed: FIGURE_LOOKS[name].signed,
        tone: () => FIGURE_LOOKS[name].tone,
        priority: PRIORITIES[name],
        value: (item) => groupOf(item)?.figures[name].value?.toFixed(),
        mark: (item) => markOf(groupOf(item), name),
        note: (item) => noteOf(groupOf(item), name),
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
      table: ["group", "positions", "open", "closed", ...FIGURES],
      csv: columns.map(({ key }) => key),
    },
    ...(all !== undefined && { totals: () => [totalsLine(all)] }),
    empty: "No positions.",
  };
}

/** A group has the mark of any of its positions. */
function markOf(group: Group | undefined, name: FigureName): Mark | undefined {
  return FIGURE_LOOKS[name].atMark && group !== undefined && group.stale > 0
    ? STALE_MARK
    : undefined;
}

function noteOf(group: Group | undefined, name: FigureName): string | undefined {
  const part = group && partOf(group, name);
  return part === undefined ? undefined : `(${part})`;
}

function totalsLine(all: Totals) {
  const { positions, open, closed } = all;
  const kind = "integer" as const;
  return [
    { label: "positions", kind, value: positions, ...staleNote(all) },
    { label: "open", kind, value: open },
    { label: "closed", kind, value: closed },
    ...figureTotals(all, FIGURES),
  ];
}
