import { Digits } from "../../base/json-digits.js";
import type { Handles } from "../../base/names/handle.js";
import { HOUR_MS } from "../../base/time/periods.js";
import { type Field, plain, shown, viewOf, within } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import type { Mark } from "../../output/table/mark.js";
import { NOT_ASKED } from "../../views/doubt.js";
import { figure } from "../../views/measure-fields.js";
import { markAgeSigns, oneLegColumns } from "../../views/position/leg-columns.js";
import { handleField, idField } from "../../views/position/name-fields.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import { LEG, legsChecked, PORTFOLIO, POSITION, picked, reason } from "../../views/row-fields.js";
import type { UpcomingRow } from "./row.js";
import { unknownText } from "./unknown.js";

/** Data of a view of settlements to come. */
export interface UpcomingViewOptions extends ServiceClock {
  readonly rows?: readonly UpcomingRow[];
  readonly handles?: Handles;
}

const SPACING: Mark = {
  sign: "~",
  meaning: "about: the last settlements were not equally far apart",
};
const EVENT_MARK: Mark = {
  sign: "=",
  meaning: "no mark price: at that of the last settlement",
};

const ORDER = [
  ...["handle", "portfolio", "side", "exchange", "symbol", "due_since", "next", "in"],
  ...["interval_hours", "last_rate", "pays", "least", "most", "settlements_24h", "pays_24h", "*"],
];

/** View of settlements to come, one held leg per row. */
export function upcomingView(options: UpcomingViewOptions): View<UpcomingRow> {
  return viewOf(upcomingFields(options), { empty: "No held legs." }, ORDER);
}

const FUNDING = "funding: USD if the last rate repeats; past funding, not a forecast";

const UNKNOWN = [
  ...["quantity_negative", "unreadable", "market_unknown", "funding_unknown"],
  ...["rate_unknown", "rate_old", "mark_missing"],
];
const DUE_SINCE = "Oldest settlement that is due and not published (ISO 8601); null without one.";
const LEAST = "The least it would be at a rate of the last 3 days, USD; counted and of are events.";
const MOST = "The most it would be at a rate of the last 3 days, USD; counted and of are events.";
const PAYS_24H =
  "Funding of the next 24 hours if the last rate repeats, USD; counted is the number of settlements.";
const RANGE = "least 3d, most 3d: at the lowest and highest rate of the last 3 days, USD";
const AT_EVENT_MARK = "Whether the mark price is that of the last event, since the leg has none.";

/** The fields of a held leg; columns that no row has are left out of the table. */
function upcomingFields({
  rows = [],
  handles,
  ...clock
}: UpcomingViewOptions): Field<UpcomingRow>[] {
  const clockOf = ({ upcoming }: UpcomingRow) => upcoming.clock;
  const ifAny = (has: (row: UpcomingRow) => unknown) =>
    rows.some((row) => has(row) !== undefined) ? {} : ({ isExtra: true } as const);
  const about = { mark: (row: UpcomingRow) => (isAbout(row) ? SPACING : undefined) };
  const usd = { signed: true, mark: (row: UpcomingRow) => marksOf(row, clock) };
  const range = { ...usd, priority: 3, group: "range", note: rangeNote };
  return [
    handleField(handles),
    ...picked<UpcomingRow>(
      oneLegColumns(clock).map(({ mark: _, ...it }) => it),
      ["side", 0],
      ["exchange", 0],
      ["symbol", 7],
    ),
    ...PORTFOLIO,
    ...within(({ upcoming }: UpcomingRow) => upcoming.position, POSITION),
    ...within(({ upcoming }: UpcomingRow) => upcoming.leg, LEG),
    legsChecked(),
    plain(
      "next",
      "time|null",
      "Next settlement after the service's time (ISO 8601); null if unknown.",
      { of: (row) => clockOf(row)?.next, header: "next", priority: 2, ...about },
    ),
    shown({
      ...{ key: "in", header: "in", kind: "age", priority: 0, ...about },
      value: (row) => {
        const next = clockOf(row)?.next;
        return next === undefined ? null : next - clock.now;
      },
    }),
    plain("interval_hours", "number|null", "Time between settlements, hours.", {
      of: (row) => hoursOf(clockOf(row)?.spacing),
      ...{ header: "every", kind: "age", priority: 7, ...about },
      value: (row) => clockOf(row)?.spacing,
    }),
    plain("about", "flag|null", "Whether the last two times between settlements differ.", (row) => {
      return clockOf(row)?.about;
    }),
    plain("due_since", "time|null", DUE_SINCE, {
      of: (row) => clockOf(row)?.dueSince,
      ...{ header: "due since", priority: 0, ...ifAny((row) => clockOf(row)?.dueSince) },
    }),
    plain("due", "count|null", "Number of settlements due and not published.", (row) => {
      return clockOf(row)?.due;
    }),
    plain("settlements_24h", "count|null", "Number of settlements in the next 24 hours.", {
      of: (row) => clockOf(row)?.within24h,
      ...{ header: "times", priority: 6 },
    }),
    plain("last_funding_time", "time|null", "Time of the last settled event (ISO 8601).", (row) => {
      return row.upcoming.last?.time;
    }),
    plain("last_rate", "number|null", "Last settled rate, a decimal fraction of the notional.", {
      of: ({ upcoming }) => digitsOf(upcoming.last?.rate),
      ...{ header: "last rate", kind: "rate", signed: true, priority: 4 },
      value: ({ upcoming }) => upcoming.last?.rate,
    }),
    figure("pays", "Funding of the next settlement if the last rate repeats, USD.", {
      of: ({ upcoming }) => upcoming.pays,
      ...{ ...usd, header: "funding", priority: 0, footnote: FUNDING },
      details: ["as_of", "stale", "age_unknown"],
    }),
    figure("least", LEAST, {
      of: ({ upcoming }) => upcoming.least,
      ...{ ...range, header: "least 3d", footnote: RANGE, details: ["counted", "of", "unknown"] },
    }),
    figure("most", MOST, {
      of: ({ upcoming }) => upcoming.most,
      ...{ ...range, header: "most 3d" },
    }),
    figure("pays_24h", PAYS_24H, {
      of: ({ upcoming }) => upcoming.pays24h,
      ...{ ...usd, header: "next 24h", priority: 1 },
      mark: (row) => [...marksOf(row, clock), ...(isAbout(row) ? [SPACING] : [])],
    }),
    plain("at_event_mark", "flag", AT_EVENT_MARK, ({ upcoming }) => upcoming.atEventMark),
    idField(),
    reason("Why the funding is unknown; absent if it is known.", UNKNOWN, ({ upcoming }) => {
      return upcoming.unknown && { code: upcoming.unknown, text: unknownText(upcoming) };
    }),
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
    ...(isUnchecked ? [NOT_ASKED] : []),
  ];
}

function isAbout({ upcoming }: UpcomingRow): boolean {
  return upcoming.clock?.about === true;
}

function digitsOf(rate: string | null | undefined): Digits | null {
  return rate == null ? null : new Digits(rate);
}

function hoursOf(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / HOUR_MS;
}
