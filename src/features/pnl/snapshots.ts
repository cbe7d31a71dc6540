import type { History, HistoryPoint } from "../../analytics/portfolio/history.js";
import { type Fields, group, plain, viewOf } from "../../output/record.js";
import type { Total, View } from "../../output/table/column.js";
import { figuresSection, tableSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { timeText } from "../../output/text/format.js";
import type { Look } from "../../output/text/look.js";
import { duration } from "../../views/duration.js";
import { leftOutField, leftOutLines } from "../../views/left-out.js";
import { figure } from "../../views/measure-fields.js";
import { notedSection, pageOf } from "../../views/past/noted-section.js";
import { asideLines, namesOf } from "../../views/past/past-asides.js";
import {
  OF_POSITION,
  type PartMeasures,
  partMeasures,
  pnlFields,
  pnlTotals,
  shownColumns,
} from "../../views/past/pnl-figures.js";
import { NO_OWNER, type OwnerOf, portfolioFields } from "../../views/row-fields.js";
import { pnlOfRows, type ShownPnl } from "./record.js";

/** A snapshot with the changes since the first one. */
interface PointRow extends HistoryPoint {
  readonly figures: PartMeasures;
}

/** Returns the snapshots of a history with their figures. */
export function snapshotRows({ points }: History): PointRow[] {
  return points.map((point) => {
    const { at, parts, counted, of } = point;
    return { ...point, figures: partMeasures(parts, at, { counted, of }) };
  });
}

type ShownHistory = History & ShownPnl<PointRow>;

const pointFields = (ownerOf: OwnerOf = NO_OWNER): Fields<PointRow> => [
  ...portfolioFields<PointRow>(() => ownerOf()),
  plain("time", "moment", "Time of the snapshot (ISO 8601).", {
    ...{ of: ({ at }) => at, header: "snapshot", priority: 0 },
  }),
  plain("open_positions", "count", "Open positions.", {
    of: ({ open }) => open,
    ...{ header: "open", priority: 8 },
  }),
  ...pnlFields(OF_POSITION, ({ figures }: PointRow) => figures),
];

const FALL =
  "Maximum drawdown of net PnL between recorded points, USD; null without a known point.";

/** The history of some of the positions. */
type Told = Omit<ShownHistory, "inputs" | "ownerOf">;

const TOTALS: Fields<Told> = [
  ...pnlFields(OF_POSITION, ({ rows }: Told) => rows.at(-1)?.figures ?? NONE),
  figure("fall", FALL, ({ fall }) => ({ value: fall.amount, unit: "usd" }), [
    plain("from", "moment|null", "The highest point before.", ({ fall }) => fall.from),
    plain("to", "moment|null", "The lowest point.", ({ fall }) => fall.to),
  ]),
  group("recorded", "Time that snapshots cover.", [
    plain("covered_hours", "number", "Hours recorded.", ({ coveredHours }) => coveredHours),
    plain("wanted_hours", "number", "Hours from the first to the last.", (it) => it.wantedHours),
  ]),
  leftOutField(({ leftOut }) => leftOut),
  plain("snapshots", "count", "Number of snapshots.", ({ points }) => points.length),
  plain("spacing_seconds", "integer", "Usual time between two of them.", ({ spacing }) => {
    return Math.round(spacing / 1000);
  }),
];

/** `positions pnl --by snapshot`. */
export function snapshotsAnswer(ownerOf?: OwnerOf) {
  return pnlOfRows<PointRow, ShownHistory>(
    "The snapshots in order; figures are changes since the first one.",
    pointFields(ownerOf),
    "The last row, and what the history rests on.",
    TOTALS,
  );
}

const NONE = partMeasures(null, 0);

/** View of snapshots: a page with their rows, or these alone. */
export function snapshotsView(ownerOf?: OwnerOf, history?: History): View<PointRow> {
  const page = history && { page: () => [pageOf((look) => sectionsOf(history, look))] };
  const rest = { ...page, empty: "Nothing is recorded." };
  return viewOf(pointFields(ownerOf), rest, ["time", "net_pnl", "*", "open_positions"]);
}

function sectionsOf(history: History, look: Look): Section[] {
  const rows = snapshotRows(history);
  return [
    { title: titleOf(rows, look), ...figuresSection(historyTotals(history)) },
    notedSection(tableSection(rows, shownColumns(snapshotsView(), rows, look)), [
      ...leftOutLines(history.leftOut),
      ...asideLines(history.asides, namesOf(history.asides)),
    ]),
  ];
}

/** Returns the figures of the whole history: the net PnL with its parts, and what they rest on. */
export function historyTotals(history: History): [Total[], Total[]] {
  const { points, fall, coveredHours, wantedHours } = history;
  const last = snapshotRows(history).at(-1);
  const { from, to } = fall;
  const when = from === undefined || to === undefined ? undefined : spanText(from, to);
  return [
    last === undefined ? [] : pnlTotals(last.figures),
    [
      {
        label: "max drawdown",
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
