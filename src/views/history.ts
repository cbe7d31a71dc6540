import type { History, HistoryPoint } from "../analytics/history.js";
import { isGap } from "../analytics/history.js";
import type { PartName, Parts } from "../analytics/parts.js";
import { mapValues } from "../base/map-values.js";
import { DAY_MS } from "../base/periods.js";
import type { ChartPoint } from "../output/chart/layout/columns.js";
import type { Plot } from "../output/chart/layout/plot.js";
import { sourced } from "../output/formats/exact-json.js";
import type { Column, Total, View } from "../output/table/column.js";
import { figuresSection, tableSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import type { Look } from "../output/text/look.js";
import { duration } from "./duration.js";
import { measureJson } from "./measure-fields.js";
import { notedSection, pageOf } from "./noted-section.js";
import { asideLines, asidesJson, timeText } from "./past-asides.js";
import { partMeasures, pnlColumns, pnlTotals } from "./pnl-figures.js";

/** What a history was asked for. */
export interface RangeInputs {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** Returns a history for programs. */
export function historyJson(history: History, inputs: RangeInputs) {
  const { points, fall, coveredHours, wantedHours, spacing, asides } = history;
  const iso = (time: number | undefined) =>
    time === undefined ? null : new Date(time).toISOString();
  const last = points.at(-1);
  return sourced({
    from: iso(points[0]?.at),
    to: iso(last?.at),
    inputs,
    rows: points.map((point) => ({
      at: iso(point.at),
      open_positions: point.open,
      ...mapValues(measuresOf(point), measureJson),
    })),
    totals: {
      ...(last && mapValues(measuresOf(last), measureJson)),
      fall: { value: fall.amount, unit: "usd", from: iso(fall.from), to: iso(fall.to) },
      recorded: { covered_hours: coveredHours, wanted_hours: wantedHours },
      snapshots: points.length,
      spacing_seconds: Math.round(spacing / 1000),
    },
    asides: asidesJson(asides),
  });
}

/** Returns the figures of a point, of the open positions with a net PnL. */
function measuresOf({ at, parts, open, unknown }: HistoryPoint) {
  return partMeasures(parts, at, { counted: open - unknown, of: open });
}

const columns: readonly Column<HistoryPoint>[] = [
  {
    key: "at",
    header: "snapshot",
    kind: "time",
    priority: 0,
    value: ({ at }) => new Date(at).toISOString(),
  },
  ...pnlColumns<HistoryPoint>(
    (point, name) => (name === "return_on_notional" ? undefined : measuresOf(point)[name]),
    [
      ...(["net_pnl", "funding_pnl", "spread_realized", "spread_unrealized"] as const),
      ...(["fees_paid", "fees_estimated_exit", "residual"] as const),
    ],
  ),
  {
    key: "open_positions",
    header: "open",
    kind: "integer",
    priority: 8,
    value: ({ open }) => open,
  },
];

const keys = columns.map(({ key }) => key);

/**
 * View of a history: a page with a row for each day, or a row for each snapshot.
 * @param whole true for a row for each snapshot on the page too
 */
export function historyView(history?: History, whole = false): View<unknown, HistoryPoint> {
  return {
    rows: () => history?.points ?? [],
    columns,
    defaults: { table: keys, csv: keys },
    ...(history !== undefined && {
      page: () => [pageOf((look) => sectionsOf(history, whole, look))],
    }),
    empty: "Nothing is recorded.",
  };
}

function sectionsOf(history: History, whole: boolean, look: Look): Section[] {
  const { points, asides } = history;
  const shown = whole ? points : lastOfDays(points);
  const isOdd = points.some((point) => measuresOf(point).residual.value?.eq(0) === false);
  const some = columns.filter(({ key }) => key !== "residual" || isOdd);
  const more =
    shown.length === points.length ? [] : ["the last snapshot of each day; -v shows all"];
  return [
    { title: titleOf(points, look), ...figuresSection(historyTotals(history)) },
    notedSection(tableSection(shown, some), [...more, ...asideLines(asides)]),
  ];
}

/** Returns the figures of the whole history: the net PnL with its parts, and what they rest on. */
export function historyTotals(history: History): [Total[], Total[]] {
  const { points, fall, coveredHours, wantedHours } = history;
  const last = points.at(-1);
  const { from, to } = fall;
  const when = from === undefined || to === undefined ? undefined : spanText(from, to);
  return [
    last === undefined ? [] : pnlTotals(measuresOf(last)),
    [
      {
        label: "deepest fall",
        kind: "usd",
        value: fall.amount?.toFixed(),
        tone: "plain",
        ...(when !== undefined && { note: when }),
      },
      {
        label: "recorded",
        kind: "text",
        value: `${Math.round(coveredHours)} of ${Math.round(wantedHours)} hours`,
      },
      { label: "snapshots", kind: "integer", value: points.length },
      { label: "open at the end", kind: "integer", value: last?.open },
    ],
  ];
}

function titleOf(points: readonly HistoryPoint[], look: Look): string {
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  return `Net PnL of the positions since ${timeText(from, look)}, ${duration(to - from)} to ${timeText(to, look)}`;
}

/** Describes a span briefly: `05-25 to 05-28`, within a day `05-25 08:00Z to 12:00Z`. */
function spanText(from: number, to: number): string {
  const [start, end] = [timeText(from).slice(5), timeText(to).slice(5)];
  const [day, other] = [start.slice(0, 5), end.slice(0, 5)];
  return day === other ? `${start} to ${end.slice(6)}` : `${day} to ${other}`;
}

/** Returns the last snapshot of each UTC day. */
export function lastOfDays(points: readonly HistoryPoint[]): HistoryPoint[] {
  const dayOf = ({ at }: HistoryPoint) => Math.floor(at / DAY_MS);
  return points.filter((point, index) => {
    const next = points[index + 1];
    return next === undefined || dayOf(next) !== dayOf(point);
  });
}

/** Returns plots of the net PnL and of its parts; time without snapshots is a gap. */
export function historyPlots({ points, spacing }: History): Plot[] {
  const drawn = (amountOf: (parts: Parts) => number): ChartPoint[] =>
    points.slice(1).map((point, index) => {
      const before = points[index]?.at ?? point.at;
      const from = isGap(before, point.at, spacing) ? point.at - spacing : before;
      return { from, to: point.at, value: point.parts && amountOf(point.parts) };
    });
  const sum = (...names: readonly PartName[]) =>
    drawn((parts) => names.reduce((total, name) => total + parts[name].toNumber(), 0));
  const isWhole = points.every(({ parts }) => parts !== null);
  const gap = isWhole ? "not recorded" : "not recorded, or unknown";
  const shared = { combine: "last", unit: "usd", gap } as const;
  return [
    {
      title: "net PnL of the positions, cumulative, USD",
      series: [{ label: "net PnL", points: sum("net_pnl") }],
      ...shared,
    },
    {
      title: "its parts; fees lower it",
      series: [
        { label: "funding", points: sum("funding_pnl") },
        { label: "price PnL", points: sum("spread_realized", "spread_unrealized") },
        { label: "fees paid and to leave", points: sum("fees_paid", "fees_estimated_exit") },
      ],
      ...shared,
    },
  ];
}
