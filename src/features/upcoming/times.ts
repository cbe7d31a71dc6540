import type { SettlementTime, Upcoming } from "../../analytics/funding/upcoming-totals.js";
import {
  answer,
  each,
  type Field,
  type Fields,
  group,
  inner,
  own,
  plain,
  shown,
  viewOf,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { NOT_ASKED } from "../../views/doubt.js";
import { sum } from "../../views/measure-fields.js";
import { markAgeSigns } from "../../views/position/leg-columns.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import {
  FILTERED,
  type Filtered,
  type Owned,
  type OwnTotals,
  PORTFOLIO,
  portfoliosField,
  SERVICE_TIME,
  STALE,
} from "../../views/row-fields.js";
import { type JoinedTime, timesText } from "./joined.js";
import {
  aroundOf,
  EVENT_MARK,
  FUNDING,
  SPACING,
  type UpcomingViewOptions,
  upcomingFields,
} from "./record.js";
import type { UpcomingRow } from "./row.js";

/** The settlements of a portfolio at one time. */
export type TimeRow = JoinedTime<SettlementTime & Owned>;

/** View of the settlements of the next 24 hours, one time, or one hourly run, per row. */
export function upcomingTimesView(options: UpcomingViewOptions): View<TimeRow> {
  return viewOf(timeFields(options), { ...aroundOf(options), empty: whyEmpty(options.found) });
}

function whyEmpty(found: Upcoming | undefined): string {
  return found === undefined || found.legs.length === 0
    ? "No held legs."
    : "No settlement of the next 24 hours is known; --by leg says why.";
}

const PAYS = "Sum of their funding if the last rates repeat, USD; counted are legs.";
const LEAST = "Sum of the least that each would pay at its rates of 3 days, USD.";
const MOST = "Sum of the most that each would pay at its rates of 3 days, USD.";
const RANGE = "least 3d, most 3d: sums at each leg's lowest and highest rate of 3 days, USD";
const AT_EVENT_MARK =
  "Whether a leg counts at the mark price of its last event, since it has none.";

function timeFields(clock: ServiceClock): Field<TimeRow>[] {
  const mark = ({ about }: TimeRow) => (about ? SPACING : undefined);
  const usd = (name: "pays" | "least" | "most") => ({
    ...{ of: (row: TimeRow) => row[name], signed: true },
    mark: (row: TimeRow) => [
      ...markAgeSigns(row[name], clock),
      ...(row.atEventMark ? [EVENT_MARK] : []),
      ...(row[name].unchecked === undefined ? [] : [NOT_ASKED]),
    ],
    note: (row: TimeRow) => {
      const { counted, of } = row[name];
      const part = counted === of ? [] : [`(${counted} of ${of})`];
      return [...(row.count === undefined ? [] : ["each"]), ...part].join(" ") || undefined;
    },
  });
  const range = { priority: 2, group: "range", details: ["counted"] } as const;
  return [
    ...PORTFOLIO,
    plain("time", "time", "Time of the settlements (ISO 8601).", {
      ...{ of: ({ time }) => time, header: "time", priority: 0, mark, isWhole: true },
      texts: (row, look) => [timesText(row, look)],
    }),
    shown({
      ...{ key: "in", header: "in", kind: "age", priority: 0, mark },
      value: ({ time }) => time - clock.now,
    }),
    plain("settlements", "positive", "Number of legs that settle.", {
      ...{ of: ({ legs }) => legs.length, header: "legs", kind: "integer", priority: 3 },
    }),
    plain("positions", "positive", "Number of their positions.", {
      of: ({ legs }) => new Set(legs.map(({ position }) => position.position_id)).size,
      ...{ header: "positions", kind: "integer", priority: 4 },
    }),
    sum("pays", PAYS, {
      ...{ ...usd("pays"), header: "funding", priority: 0, footnote: FUNDING },
      details: ["as_of", "counted", "stale", "age_unknown"],
    }),
    sum("least", LEAST, { ...usd("least"), ...range, header: "least 3d", footnote: RANGE }),
    sum("most", MOST, { ...usd("most"), ...range, header: "most 3d" }),
    own("about", "flag", "Whether the time is an estimate for a leg."),
    plain("at_event_mark", "flag", AT_EVENT_MARK, ({ atEventMark }) => atEventMark),
  ];
}

/** Settlements to come, and what they rest on besides the positions. */
export interface ShownUpcoming extends Filtered {
  readonly found: Upcoming;
  readonly rows: readonly UpcomingRow[];
  readonly times: readonly TimeRow[];
  /** Each portfolio alone. */
  readonly portfolios: readonly OwnTotals<Upcoming>[];
  /** Times in milliseconds. */
  readonly now: number;
  readonly staleMs: number;
}

const TOTALS: Fields<Upcoming> = [
  plain("legs", "count", "Number of held legs.", ({ legs }) => legs.length),
  plain(
    "settlements_24h",
    "count",
    "Number of settlements in the next 24 hours.",
    ({ settlements }) => {
      return settlements;
    },
  ),
  sum(
    "pays_24h",
    "Their funding if the last rates repeat, USD; counted and of are legs.",
    ({ pays24h }) => pays24h,
  ),
  plain(
    "due",
    "count",
    "Number of legs with a settlement that is due and not published.",
    ({ due }) => due,
  ),
];

const upcomingBy = (by: string, rows: Field<ShownUpcoming>) =>
  answer<ShownUpcoming>("upcoming", [
    group("inputs", "What the figures rest on.", [
      plain("by", [by], "--by.", () => by),
      FILTERED,
      STALE,
      SERVICE_TIME,
    ]),
    rows,
    inner("totals", "Sums over the held legs.", ({ found }: ShownUpcoming) => found, TOTALS),
    portfoliosField((it) => it.portfolios, TOTALS),
  ]);

/** `positions upcoming`, by `--by`. */
export const UPCOMING = {
  leg: upcomingBy(
    "leg",
    each("rows", "One item per held leg.", ({ rows }) => rows, upcomingFields({ now: 0 })),
  ),
  time: upcomingBy(
    "time",
    each(
      "rows",
      "One item per time of the next 24 hours.",
      ({ times }) => times,
      timeFields({ now: 0 }),
    ),
  ),
};
