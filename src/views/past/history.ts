import type { Fall, History, HistoryPoint } from "../../analytics/portfolio/history.js";
import { isGap } from "../../analytics/portfolio/history.js";
import type { PartName, Parts } from "../../analytics/portfolio/parts.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { ChartPoint } from "../../output/chart/layout/columns.js";
import type { Plot } from "../../output/chart/layout/plot.js";
import {
  answer,
  each,
  type Field,
  type Fields,
  group,
  own,
  plain,
  viewOf,
  within,
} from "../../output/record.js";
import type { Total, View } from "../../output/table/column.js";
import { figuresSection, tableSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import type { Look } from "../../output/text/look.js";
import { duration } from "../duration.js";
import { notedSection, pageOf } from "./noted-section.js";
import { ASIDES, asideLines, timeText } from "./past-asides.js";
import {
  OF_POSITION,
  type PartMeasures,
  partMeasures,
  pnlFields,
  pnlTotals,
} from "./pnl-figures.js";

/** What a history was asked for. */
export interface RangeInputs {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** The options that choose it. */
export const RANGE: Fields<RangeInputs> = [
  own("start", "text?", "--start."),
  own("end", "text?", "--end."),
];

/** A snapshot with the figures of the open positions that have a net PnL. */
interface PointRow extends HistoryPoint {
  readonly figures: PartMeasures;
}

/** Returns the snapshots of a history with their figures. */
export function historyRows({ points }: Pick<History, "points">): PointRow[] {
  return points.map((point) => ({ ...point, figures: measuresOf(point) }));
}

function measuresOf({ at, parts, open, unknown }: HistoryPoint): PartMeasures {
  return partMeasures(parts, at, { counted: open - unknown, of: open });
}

/** A history, and what it was asked for. */
interface ShownHistory extends History {
  readonly inputs: RangeInputs;
  readonly rows: readonly PointRow[];
}

const POINT: Fields<PointRow> = [
  own("at", "moment", "Time of the snapshot (ISO 8601).", { header: "snapshot", priority: 0 }),
  plain("open_positions", "count", "Open positions.", {
    of: ({ open }) => open,
    ...{ header: "open", priority: 8 },
  }),
  ...pnlFields(OF_POSITION, ({ figures }: PointRow) => figures),
];

function atLeast<T>(minimum: number, field: Field<T>): Field<T> {
  return { ...field, schema: { ...field.schema, minimum } };
}

const FALL: Fields<Fall> = [
  atLeast(
    0,
    plain(
      "value",
      "number|null",
      "Exact value, USD; null without a known point.",
      (it) => it.amount,
    ),
  ),
  plain("unit", ["usd"], "Unit of the value.", () => "usd"),
  own("from", "moment|null", "The highest point before."),
  own("to", "moment|null", "The lowest point."),
];

/** `positions history`. */
export const HISTORY = answer<ShownHistory>("history", [
  plain("from", "moment", "The first snapshot (ISO 8601).", ({ points }) => points[0]?.at),
  plain("to", "moment", "The last snapshot (ISO 8601).", ({ points }) => points.at(-1)?.at),
  group(
    "inputs",
    "The options as typed.",
    within(({ inputs }) => inputs, RANGE),
  ),
  each(
    "rows",
    "The snapshots in order; figures are changes since the first one.",
    ({ rows }) => rows,
    POINT,
  ),
  group("totals", "The last row, and what the history rests on.", [
    ...pnlFields(OF_POSITION, ({ rows }: ShownHistory) => rows.at(-1)?.figures ?? NONE),
    group(
      "fall",
      "The deepest fall of net PnL between recorded points.",
      within(({ fall }) => fall, FALL),
    ),
    group("recorded", "Time that snapshots cover.", [
      plain("covered_hours", "number", "Hours recorded.", ({ coveredHours }) => coveredHours),
      plain("wanted_hours", "number", "Hours from the first to the last.", (it) => it.wantedHours),
    ]),
    atLeast(
      2,
      plain("snapshots", "count", "Number of snapshots.", ({ points }) => points.length),
    ),
    plain("spacing_seconds", "integer", "Usual time between two of them.", ({ spacing }) => {
      return Math.round(spacing / 1000);
    }),
  ]),
  ASIDES,
]);

const NONE = partMeasures(null, 0);

/**
 * View of a history: a page with a row for each day, or a row for each snapshot.
 * @param whole true for a row for each snapshot on the page too
 */
export function historyView(history?: History, whole = false): View<PointRow> {
  const page = history && { page: () => [pageOf((look) => sectionsOf(history, whole, look))] };
  const rest = { ...page, empty: "Nothing is recorded." };
  return viewOf(POINT, rest, ["at", "net_pnl", "*", "open_positions"]);
}

function sectionsOf(history: History, whole: boolean, look: Look): Section[] {
  const { points, asides } = history;
  const shown = whole ? points : lastOfDays(points);
  const isOdd = historyRows(history).some(({ figures }) => figures.residual.value?.eq(0) === false);
  const some = historyView().columns.filter(({ key }) => key !== "residual" || isOdd);
  const more =
    shown.length === points.length ? [] : ["the last snapshot of each day; -v shows all"];
  return [
    { title: titleOf(points, look), ...figuresSection(historyTotals(history)) },
    notedSection(tableSection(historyRows({ points: shown }), some), [
      ...more,
      ...asideLines(asides),
    ]),
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
