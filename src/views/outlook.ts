import type { Measure } from "../analytics/measure.js";
import { OUTLOOK_WINDOWS, type Outlook } from "../analytics/outlook.js";
import type { Outlooks } from "../analytics/outlooks.js";
import type { RunWindow } from "../analytics/run.js";
import type { Column, View } from "../output/table/column.js";
import type { Mark } from "../output/table/mark.js";
import { pickColumn } from "../output/table/pick-column.js";
import { UNCHECKED } from "./doubt.js";
import { markAgeSigns, staleFiguresSign } from "./leg-columns.js";
import { detailColumns } from "./measure-columns.js";
import { outlookTotals } from "./outlook-totals.js";
import { unknownTexts } from "./outlook-unknown.js";
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
  const details = restsOnColumns();
  const keys = columns.map(({ key }) => key);
  return {
    rows: (row) => [row],
    columns: [...columns, ...details],
    defaults: {
      table: keys.filter((key) => !hidden.includes(key)),
      csv: [...keys.filter((key) => key !== "age_days"), ...details.map(({ key }) => key)],
    },
    ...(found !== undefined && { totals: () => outlookTotals(found) }),
    empty: "No open positions.",
  };
}

function outlookColumns(clock: ServiceClock): Column<OutlookRow>[] {
  const known: Column<OutlookRow>[] = [...positionColumns, ageColumn(clock), pairColumn];
  const own = (key: string, priority: number) => ({ ...pickColumn(known, key), priority });
  return [
    own("asset", 0),
    own("position_id", 2),
    own("opened_at", 9),
    own("age_days", 6),
    own("pair", 3),
    { key: "state", header: "state", kind: "text", priority: 0, value: stateText },
    {
      key: "unknown",
      header: "unknown",
      kind: "text",
      priority: 9,
      value: ({ outlook }) => unknownTexts(outlook).join("; ") || null,
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
      mark: (row) => [...markAgeSigns(row.outlook.eatenByBasis, clock), ...uncheckedMark(row)],
    },
  ];
}

/** Columns of what the figures rest on, for programs: a table shows it as marks and notes. */
function restsOnColumns(): Column<OutlookRow>[] {
  const text = { kind: "any", priority: 9 } as const;
  return [
    ...OUTLOOK_WINDOWS.flatMap((window): Column<OutlookRow>[] => [
      ...detailColumns(
        { key: `run_${window}`, header: window },
        ({ outlook }: OutlookRow) => outlook.runs[window].perDay,
        ["as_of", "covered_hours", "wanted_hours"],
      ),
      {
        ...{ ...text, key: `run_${window}_opened_within`, header: `${window} opened within` },
        value: ({ outlook }) => outlook.runs[window].openedWithin !== undefined,
      },
    ]),
    ...detailColumns(
      { key: "worst_week", header: "worst 7d" },
      ({ outlook }: OutlookRow) => outlook.worstWeek,
      ["counted", "of", "covered_hours", "wanted_hours"],
    ),
    {
      ...{ ...text, key: "worst_week_until", header: "worst 7d until", kind: "time" },
      value: ({ outlook: { worstWeek } }) =>
        worstWeek.until === undefined ? null : new Date(worstWeek.until).toISOString(),
    },
    ...detailColumns(
      { key: "fees_estimated_exit", header: "to leave" },
      ({ outlook }: OutlookRow) => outlook.leaving,
      ["as_of", "stale"],
    ),
    ...detailColumns(
      { key: "eaten_by_basis", header: "eaten by" },
      ({ outlook }: OutlookRow) => outlook.eatenByBasis,
      ["as_of", "stale", "age_unknown"],
    ),
    {
      ...{ ...text, key: "legs_checked", header: "legs checked" },
      value: ({ isUnchecked }) => !isUnchecked,
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
function coveredNote(measure: Measure): string | undefined {
  const hours = partialHours(measure);
  return hours && `(${hours})`;
}

/** Returns the covered hours and the number of windows unless they are complete. */
function weekNote({ worstWeek }: Outlook): string | undefined {
  const { value, counted, of } = worstWeek;
  const hours = partialHours(worstWeek);
  const windows = value === null || counted === of ? undefined : `${counted} of ${of}`;
  const parts = [hours, windows].filter((it) => it !== undefined);
  return parts.length === 0 ? undefined : `(${parts.join(", ")})`;
}

function partialHours({ value, coveredHours, wantedHours }: Measure): string | undefined {
  return value === null || coveredHours === wantedHours ? undefined : `${coveredHours}h`;
}
