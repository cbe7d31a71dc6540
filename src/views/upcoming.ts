import type { Upcoming } from "../analytics/upcoming-totals.js";
import type { Column, View } from "../output/table/column.js";
import type { Mark } from "../output/table/mark.js";
import { pickColumn } from "../output/table/pick-column.js";
import { UNCHECKED } from "./doubt.js";
import { legColumns, markAgeSigns } from "./leg-columns.js";
import { detailColumns } from "./measure-fields.js";
import type { ServiceClock } from "./position-row.js";
import { positionColumns } from "./positions.js";
import type { UpcomingRow } from "./upcoming-row.js";
import { upcomingTotals } from "./upcoming-totals.js";
import { anyUnknownText } from "./upcoming-unknown.js";

/** Data of a view of settlements to come. */
export interface UpcomingViewOptions extends ServiceClock {
  readonly rows?: readonly UpcomingRow[];
  /** Undefined before anything is fetched. */
  readonly found?: Upcoming;
}

export const SPACING: Mark = {
  sign: "~",
  meaning: "about: the last settlements were not equally far apart",
};
export const EVENT_MARK: Mark = {
  sign: "=",
  meaning: "no mark price: at that of the last settlement",
};

/** View of settlements to come, one held leg per row. */
export function upcomingView({
  rows = [],
  found,
  ...clock
}: UpcomingViewOptions): View<UpcomingRow> {
  const columns = upcomingColumns(clock);
  const details = restsOnColumns();
  const keys = columns.map(({ key }) => key);
  const shows = (key: string) => {
    if (key === "due_since") return rows.some((row) => dueSince(row) !== undefined);
    if (key === "listed_next") return rows.some(({ listed }) => listed?.next !== undefined);
    if (key === "listed_rate") return rows.some(({ listed }) => listed?.rate !== undefined);
    return !["legs.market_id", "last_funding_time", "unknown"].includes(key);
  };
  return {
    rows: (row) => [row],
    columns: [...columns, ...details],
    defaults: {
      table: keys.filter(shows),
      csv: [...keys.filter((key) => key !== "in"), ...details.map(({ key }) => key)],
    },
    ...(found !== undefined && { totals: () => upcomingTotals(found, "leg", clock.now, rows) }),
    empty: "No held legs.",
  };
}

function upcomingColumns(clock: ServiceClock): Column<UpcomingRow>[] {
  const known: Column<UpcomingRow>[] = [...positionColumns, ...legColumns({ now: clock.now })];
  const own = (key: string, priority: number): Column<UpcomingRow> => {
    const { mark: _, ...column } = pickColumn(known, key);
    return { ...column, priority };
  };
  return [
    own("asset", 0),
    own("position_id", 5),
    own("legs.side", 0),
    own("legs.exchange", 0),
    own("legs.symbol", 7),
    own("legs.market_id", 9),
    ...timeColumns(clock),
    rate("last_rate", "last rate", 4, ({ upcoming }) => upcoming.last?.rate),
    ...paymentColumns(clock),
    ...listedColumns(),
    { ...text("unknown", "unknown", 9), value: ({ upcoming }) => anyUnknownText(upcoming) },
  ];
}

function timeColumns({ now }: ServiceClock): Column<UpcomingRow>[] {
  const clockOf = ({ upcoming }: UpcomingRow) => upcoming.clock;
  const mark = (row: UpcomingRow) => (isAbout(row) ? SPACING : undefined);
  return [
    { ...text("due_since", "due since", 0), kind: "time", value: (row) => iso(dueSince(row)) },
    {
      ...{ ...text("last_funding_time", "settled", 9), kind: "time" },
      value: ({ upcoming }) => iso(upcoming.last?.time),
    },
    { ...text("next", "next", 2), kind: "time", value: (row) => iso(clockOf(row)?.next), mark },
    {
      ...{ ...text("in", "in", 0), kind: "age", mark },
      value: (row) => {
        const next = clockOf(row)?.next;
        return next === undefined ? null : next - now;
      },
    },
    {
      ...{ ...text("interval", "every", 7), kind: "age", mark },
      value: (row) => clockOf(row)?.spacing,
    },
  ];
}

function paymentColumns(clock: ServiceClock): Column<UpcomingRow>[] {
  const usd = (key: string, header: string, priority: number): Column<UpcomingRow> => ({
    ...{ ...text(key, header, priority), kind: "usd", signed: true },
    mark: (row) => marksOf(row, clock),
  });
  const range = { group: "range" } as const;
  return [
    { ...usd("pays", "pays", 0), value: ({ upcoming }) => upcoming.pays.value?.toFixed() },
    {
      ...{ ...usd("least", "least 3d", 3), ...range },
      value: ({ upcoming }) => upcoming.least.value?.toFixed(),
      note: rangeNote,
    },
    {
      ...{ ...usd("most", "most 3d", 3), ...range },
      value: ({ upcoming }) => upcoming.most.value?.toFixed(),
      note: rangeNote,
    },
    {
      ...{ ...text("settlements_24h", "times", 6), kind: "integer" },
      value: ({ upcoming }) => upcoming.clock?.within24h,
    },
    {
      ...usd("pays_24h", "next 24h", 1),
      value: ({ upcoming }) => upcoming.pays24h.value?.toFixed(),
      mark: (row) => [...marksOf(row, clock), ...(isAbout(row) ? [SPACING] : [])],
    },
  ];
}

function listedColumns(): Column<UpcomingRow>[] {
  return [
    {
      ...{ ...text("listed_next", "listed next", 9), kind: "time" },
      value: ({ listed }) => iso(listed?.next),
    },
    rate("listed_rate", "listed rate", 9, ({ listed }) => listed?.rate),
  ];
}

/** Columns of what the figures rest on, for programs: a table shows it as marks and notes. */
function restsOnColumns(): Column<UpcomingRow>[] {
  const flag = (key: string, value: (row: UpcomingRow) => boolean | undefined) => ({
    ...{ ...text(key, key.replaceAll("_", " "), 9), kind: "any" as const, value },
  });
  return [
    flag("about", ({ upcoming }) => upcoming.clock?.about),
    flag("at_event_mark", ({ upcoming }) => upcoming.atEventMark),
    ...detailColumns(
      { key: "pays", header: "pays" },
      ({ upcoming }: UpcomingRow) => upcoming.pays,
      ["as_of", "stale", "age_unknown"],
    ),
    ...detailColumns(
      { key: "least", header: "least 3d" },
      ({ upcoming }: UpcomingRow) => upcoming.least,
      ["counted", "of"],
    ),
    flag("legs_checked", ({ isUnchecked }) => !isUnchecked),
    {
      ...{ ...text("listed_as_of", "listed as of", 9), kind: "time" },
      value: ({ listed }) => iso(listed?.asOf),
    },
  ];
}

/** Returns the number of events whose rates are known unless it is all. */
function rangeNote({ upcoming: { least } }: UpcomingRow): string | undefined {
  const { value, counted, of } = least;
  return value === null || counted === of ? undefined : `(${counted} of ${of})`;
}

function marksOf({ upcoming, isUnchecked }: UpcomingRow, clock: ServiceClock): Mark[] {
  return [
    ...markAgeSigns(upcoming.pays, clock),
    ...(upcoming.atEventMark ? [EVENT_MARK] : []),
    ...(isUnchecked ? [UNCHECKED] : []),
  ];
}

function rate(
  key: string,
  header: string,
  priority: number,
  value: (row: UpcomingRow) => unknown,
): Column<UpcomingRow> {
  return { key, header, kind: "rate", signed: true, priority, value };
}

function text(key: string, header: string, priority: number) {
  return { key, header, kind: "text", priority, value: () => null } as const;
}

function isAbout({ upcoming }: UpcomingRow): boolean {
  return upcoming.clock?.about === true;
}

function dueSince({ upcoming }: UpcomingRow): number | undefined {
  return upcoming.clock?.dueSince;
}

function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
