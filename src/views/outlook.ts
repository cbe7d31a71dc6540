import type { Measure } from "../analytics/measure.js";
import { OUTLOOK_WINDOWS, type Outlook } from "../analytics/outlook.js";
import type { Outlooks } from "../analytics/outlooks.js";
import type { RunWindow } from "../analytics/run.js";
import type { Column, View } from "../output/table/column.js";
import type { Mark } from "../output/table/mark.js";
import { UNCHECKED } from "./doubt.js";
import { staleFiguresSign, staleMarkSign } from "./leg-columns.js";
import { outlookTotals } from "./outlook-totals.js";
import { unknownText } from "./outlook-unknown.js";
import type { PositionRow, ServiceClock } from "./position-row.js";
import { ageColumn, pairColumn, positionColumns } from "./positions.js";
import { BEFORE_OPENING } from "./run.js";

/** A position with its outlook. */
export interface OutlookRow extends PositionRow {
  readonly outlook: Outlook;
  /** True if a leg may be closed and could not be checked. */
  readonly isUnchecked: boolean;
}

/** Data of the view of outlooks. */
export interface OutlookViewOptions extends ServiceClock {
  /** Undefined before anything is fetched. */
  readonly found?: Outlooks;
}

/** Returns one row per position, in the order of the outlooks. */
export function outlookRows(
  { outlooks }: Outlooks,
  isUnchecked: (positionId: string) => boolean,
): OutlookRow[] {
  return outlooks.map((outlook) => {
    const { position } = outlook;
    const { legs, position_id } = position;
    return { position, legs, outlook, isUnchecked: isUnchecked(position_id) };
  });
}

/** View of outlooks, one position per row, with the totals and the reasons of unknown ones below. */
export function outlookView({ found, ...clock }: OutlookViewOptions): View<OutlookRow> {
  const columns = outlookColumns(clock);
  const hidden = ["opened_at", "unknown"];
  const keys = columns.map(({ key }) => key);
  return {
    rows: (row) => [row],
    columns,
    defaults: {
      table: keys.filter((key) => !hidden.includes(key)),
      csv: keys.filter((key) => key !== "age_days"),
    },
    ...(found !== undefined && { totals: () => outlookTotals(found) }),
    empty: "No open positions.",
  };
}

function outlookColumns(clock: ServiceClock): Column<OutlookRow>[] {
  const own = (key: string, priority: number): Column<OutlookRow>[] =>
    [...positionColumns, ageColumn(clock), pairColumn]
      .filter((column) => column.key === key)
      .map((column) => ({ ...column, priority }));
  return [
    ...own("asset", 0),
    ...own("position_id", 2),
    ...own("opened_at", 9),
    ...own("age_days", 6),
    ...own("pair", 3),
    { key: "state", header: "state", kind: "text", priority: 0, value: stateText },
    {
      key: "unknown",
      header: "unknown",
      kind: "text",
      priority: 9,
      value: ({ outlook }) => unknownText(outlook),
    },
    ...OUTLOOK_WINDOWS.map(runColumn),
    {
      ...usd("worst_week", "worst 7d", 3, ({ outlook }) => outlook.worstWeek),
      note: ({ outlook }) => weekNote(outlook),
    },
    {
      ...usd("fees_estimated_exit", "to leave", 4, ({ outlook }) => outlook.leaving),
      signed: false,
      mark: ({ outlook }) => (outlook.leaving.stale === true ? staleFiguresSign(clock) : undefined),
    },
    {
      ...usd("eaten_by_basis", "eaten by", 5, ({ outlook }) => outlook.eatenByBasis),
      kind: "percent",
      signed: false,
      mark: (row) => [
        ...(row.outlook.eatenByBasis.stale === true ? [staleMarkSign(clock)] : []),
        ...uncheckedMark(row),
      ],
    },
  ];
}

const PRIORITIES: Readonly<Record<RunWindow, number>> = { "24h": 1, "3d": 7, "7d": 0, "30d": 2 };

function runColumn(window: RunWindow): Column<OutlookRow> {
  return {
    ...usd(
      `run_${window}`,
      window,
      PRIORITIES[window],
      ({ outlook }) => outlook.runs[window].perDay,
    ),
    mark: (row) => [
      ...(row.outlook.runs[window].openedWithin === undefined ? [] : [BEFORE_OPENING]),
      ...uncheckedMark(row),
    ],
    note: ({ outlook }) => coveredNote(outlook.runs[window].perDay),
  };
}

function usd(
  key: string,
  header: string,
  priority: number,
  figureOf: (row: OutlookRow) => Measure,
): Column<OutlookRow> {
  const value = (row: OutlookRow) => figureOf(row).value?.toFixed();
  return { key, header, kind: "usd", signed: true, priority, value, mark: uncheckedMark };
}

function stateText({ outlook: { state, unknown } }: OutlookRow): string | null {
  return state ?? (unknown?.code === "month_unknown" ? "30d –" : null);
}

function uncheckedMark({ isUnchecked }: OutlookRow): Mark[] {
  return isUnchecked ? [UNCHECKED] : [];
}

/** Returns the covered hours of a known figure unless they are complete. */
function coveredNote({ value, coveredHours, wantedHours }: Measure): string | undefined {
  const isPart = value !== null && coveredHours !== wantedHours;
  return isPart ? `(${coveredHours}h)` : undefined;
}

/** Returns the number of windows unless all are known. */
function weekNote({ worstWeek }: Outlook): string | undefined {
  const { value, counted, of } = worstWeek;
  return value === null || counted === of ? undefined : `(${counted} of ${of})`;
}
