import type { Measure } from "../analytics/measure.js";
import { isCovered, RANK_WINDOWS, type Ranked } from "../analytics/rank.js";
import type { RankWindow } from "../analytics/rank-window.js";
import type { ListedMarket } from "../base/listed-market.js";
import type { Column, View } from "../output/table/column.js";
import type { Mark } from "../output/table/mark.js";
import { rankTotals } from "./rank-totals.js";
import { YOUNG } from "./run.js";
import type { RankSubject, ShownRanking } from "./shown-ranking.js";

/** View of a ranking, one pair or market per row. */
export function rankView(by: RankSubject, shown?: ShownRanking): View<Ranked> {
  const markets = new Map(shown?.markets.map((market) => [market.id, market]));
  const named = (id: number | undefined) => (id === undefined ? undefined : markets.get(id));
  const sides = by === "market" ? (["market"] as const) : (["long", "short"] as const);
  const columns: readonly Column<Ranked>[] = [
    {
      ...text("asset", "asset", 0),
      value: ({ long }) => named(long)?.asset,
    },
    ...sides.flatMap((side) => marketColumns(side, named)),
    ...RANK_WINDOWS.map(windowColumn),
    {
      ...rate("worst_week", "worst 7d", 0, ({ worstWeek }) => worstWeek),
      note: ({ worstWeek }) => partText(worstWeek),
    },
    {
      ...{ ...text("covered", "covered", 4), kind: "percent" },
      value: ({ windows }) => share(windows["30d"]),
      mark: (row) => (isCovered(row) ? undefined : UNCOVERED),
    },
    { ...text("holes", "holes", 7), kind: "integer", value: ({ holes }) => holes },
    {
      ...{ ...text("as_of", "as of", 9), kind: "time" },
      value: ({ windows }) => iso(windows["30d"].asOf),
    },
    ...RANK_WINDOWS.flatMap((window) =>
      countColumns(`annualised_${window}`, window, ({ windows }) => windows[window]),
    ),
    ...countColumns("worst_week", "worst 7d", ({ worstWeek }) => worstWeek),
    {
      ...text("conflicting", "conflicting", 9),
      value: ({ conflicting }) => conflicting.join("+") || null,
    },
  ];
  const keys = columns.map(({ key }) => key);
  const isHidden = (key: string) => HIDDEN.test(key);
  return {
    rows: (row) => [row],
    columns,
    defaults: { table: keys.filter((key) => !isHidden(key)), csv: keys },
    ...(shown !== undefined && { totals: () => rankTotals(shown) }),
    empty: by === "market" ? "No markets to rank." : "No pairs to rank.",
  };
}

/** Matches the keys of the columns that a table has on request only. */
const HIDDEN = /^(as_of|conflicting)$|_(symbol|counted|of)$/;

const UNCOVERED: Mark = { sign: "!", meaning: "under 95 % of the 30 days covered: sorted last" };

type Side = "market" | "long" | "short";

function marketColumns(
  side: Side,
  named: (id: number | undefined) => ListedMarket | undefined,
): Column<Ranked>[] {
  const idOf = (row: Ranked) => (side === "short" ? row.short : row.long);
  return [
    {
      ...text(`${side}_exchange`, side === "market" ? "exchange" : side, 0),
      value: (row) => named(idOf(row))?.exchange,
    },
    {
      ...text(`${side}_id`, side === "market" ? "market" : "id", 1),
      ...{ kind: "integer", group: "ids" },
      value: idOf,
    },
    { ...text(`${side}_symbol`, "symbol", 9), value: (row) => named(idOf(row))?.symbol },
  ];
}

const PRIORITIES: Readonly<Record<RankWindow, number>> = { "1d": 5, "3d": 6, "7d": 3, "30d": 2 };

function windowColumn(window: RankWindow): Column<Ranked> {
  return {
    ...rate(`annualised_${window}`, window, PRIORITIES[window], ({ windows }) => windows[window]),
    note: ({ windows }) => rateNote(window, windows[window]),
  };
}

/** Returns why a rate is not known, or which part it is of; of 30 days that is a column of its own. */
function rateNote(window: RankWindow, figure: Measure): string | undefined {
  if (figure.unknown === "events_conflicting") return "(conflict)";
  if (figure.unknown === "too_few_settlements") return "(too few)";
  return window === "30d" && figure.unknown === undefined ? undefined : partText(figure);
}

function partText({ counted, of }: Measure): string | undefined {
  return counted === of ? undefined : `(${counted} of ${of})`;
}

/** Columns of what a figure counts: periods of a window, or windows of 7 days. */
function countColumns(
  key: string,
  header: string,
  figureOf: (row: Ranked) => Measure,
): Column<Ranked>[] {
  return [
    {
      ...{ ...text(`${key}_counted`, `${header} counted`, 9), kind: "integer" },
      value: (row) => figureOf(row).counted,
    },
    {
      ...{ ...text(`${key}_of`, `${header} of`, 9), kind: "integer" },
      value: (row) => figureOf(row).of,
    },
  ];
}

function rate(
  key: string,
  header: string,
  priority: number,
  figureOf: (row: Ranked) => Measure,
): Column<Ranked> {
  return {
    ...{ key, header, kind: "percent", signed: true, priority },
    value: (row) => figureOf(row).value?.toFixed(),
    mark: (row) => (figureOf(row).about === true ? YOUNG : undefined),
  };
}

function text(key: string, header: string, priority: number) {
  return { key, header, kind: "text", priority } as const;
}

/** Returns the covered share of the 30 days, percent, rounded down so that 100 is all of it. */
function share({ coveredHours = 0, wantedHours = 0 }: Measure): number | undefined {
  return wantedHours === 0 ? undefined : Math.floor((coveredHours * 10_000) / wantedHours) / 100;
}

function iso(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
