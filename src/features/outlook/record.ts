import { eatenInSd, OUTLOOK_WINDOWS, type Outlook } from "../../analytics/funding/outlook.js";
import type { Outlooks } from "../../analytics/funding/portfolio-outlook.js";
import type { RunWindow } from "../../analytics/funding/run.js";
import { OUTLOOK_STATES } from "../../analytics/funding/state-names.js";
import type { Handles } from "../../base/names/handle.js";
import { type Field, plain, shown, within } from "../../output/record.js";
import type { Mark } from "../../output/table/mark.js";
import type { Tone } from "../../output/text/paint.js";
import { sparkline } from "../../output/text/sparkline.js";
import { NOT_ASKED } from "../../views/doubt.js";
import { basisField } from "../../views/market/basis-fields.js";
import { figure, worstWeekField } from "../../views/measure-fields.js";
import { markAgeSigns, staleFiguresSign } from "../../views/position/leg-columns.js";
import { handleField, idField, pairField } from "../../views/position/name-fields.js";
import { unknownText } from "../../views/position/outlook-unknown.js";
import type { PositionRow, ServiceClock } from "../../views/position/position-row.js";
import { ageColumn } from "../../views/position/positions.js";
import { BEFORE_OPENING } from "../../views/position/run.js";
import { coveredNote } from "../../views/position/run-coverage.js";
import { runField } from "../../views/position/run-fields.js";
import {
  exchangesOf,
  legsChecked,
  type Owned,
  PORTFOLIO,
  POSITION,
  picked,
  reason,
} from "../../views/row-fields.js";

/** A position with its outlook. */
export interface OutlookRow extends PositionRow, Owned {
  readonly outlook: Outlook;
  /** True if a leg may be closed and could not be checked. */
  readonly isUnchecked: boolean;
}

/** Data of the view of outlooks. */
export interface OutlookViewOptions extends ServiceClock {
  /** Undefined before anything is fetched. */
  readonly found?: Outlooks;
  readonly rows?: readonly OutlookRow[];
  readonly handles?: Handles;
}

const UNKNOWN = [
  ...["closed", "legs_missing", "quantity_negative", "unreadable"],
  ...["market_unknown", "funding_unknown", "month_unknown"],
];

const WORST_WEEK =
  "Least funding of 7 consecutive days of the last 30, USD; counted and of are overlapping windows.";
const PERSISTENCE =
  "Correlation of the funding of 24 hours with that of the 24 hours before, over 30 days; null if unknown or if all are equal.";
const DAYS_ABOVE =
  "Share of the last 30 times 24 hours that paid, percent; counted and of are such days.";
const EATEN =
  "Move of the basis that takes a week's funding, percentage points; null unless the last 7 days paid.";

const EATEN_SD = "The same in standard deviations of the changes of the basis within a day.";

function rowFields({
  handles,
  rows = [],
  ...clock
}: Omit<OutlookViewOptions, "found">): Field<OutlookRow>[] {
  return [
    handleField(handles),
    pairField(rows),
    ...PORTFOLIO,
    ...within(({ position }: OutlookRow) => position, POSITION),
    plain("status", "text", "Status of the position: open or closed.", (it) => it.position.status),
    plain("opened_at", "text", "Time it was opened (ISO 8601).", (it) => it.position.opened_at),
    ...exchangesOf<OutlookRow>(({ legs }) => legs),
    legsChecked(),
    plain("state", [...OUTLOOK_STATES, null], "How the funding has changed; null if unknown.", {
      of: ({ outlook }) => outlook.state,
      ...{ header: "state", priority: 0, value: stateText, tone: stateTone },
    }),
    reason("Why the state is unknown; absent if it is known.", UNKNOWN, ({ outlook }) => {
      return outlook.unknown && { code: outlook.unknown.code, text: unknownText(outlook) };
    }),
    ...OUTLOOK_WINDOWS.flatMap((it) => (it === "7d" ? [runOf(it), WEEK_SE] : [runOf(it)])),
    plain("persistence", "number|null", PERSISTENCE, ({ outlook }) => outlook.days.persistence),
    figure("days_above_zero", DAYS_ABOVE, ({ outlook }) => outlook.days.aboveZero),
    worstWeekField(WORST_WEEK, ({ outlook }) => outlook.worstWeek, {
      ...{ priority: 3, mark: uncheckedMark },
      footnote: "worst 7d: least funding of 7 days in a row of the last 30, USD",
    }),
    figure("fees_estimated_exit", "Estimated fees of leaving, USD.", {
      of: ({ outlook }) => outlook.leaving,
      ...{ header: "exit", priority: 4, signed: false },
      footnote: "exit: exit fees (est.), due now or later",
      mark: ({ outlook }) => (outlook.leaving.stale ? staleFiguresSign(clock) : undefined),
      details: ["as_of", "stale"],
    }),
    figure(
      "eaten_by_basis",
      EATEN,
      {
        of: ({ outlook }) => outlook.eatenByBasis,
        ...{ kind: "percent", header: "break-even", priority: 5, signed: false },
        footnote:
          "break-even: basis break-even (7d), the move in points that takes a week's funding",
        mark: (row) => [...markAgeSigns(row.outlook.eatenByBasis, clock), ...uncheckedMark(row)],
        note: ({ outlook }) => sdNote(outlook),
        details: ["as_of", "stale", "age_unknown", "unknown"],
      },
      [plain("in_daily_sd", "number|null", EATEN_SD, ({ outlook }) => eatenInSd(outlook))],
    ),
    basisField(({ outlook }) => outlook.basis),
    TREND,
    ...picked<OutlookRow>([ageColumn(clock)], ["age_days", 6]),
    idField(),
  ];
}

const PRIORITIES: Readonly<Record<RunWindow, number>> = { "24h": 1, "3d": 7, "7d": 0, "30d": 2 };

function runOf(window: RunWindow): Field<OutlookRow> {
  const own = ({ outlook }: OutlookRow) => outlook.runs[window];
  return runField(window, own, {
    ...{ header: window, signed: true, priority: PRIORITIES[window] },
    mark: (row) => [
      ...(own(row).openedWithin !== undefined ? [BEFORE_OPENING] : []),
      ...(coveredNote(own(row).perDay) !== undefined ? [PARTLY] : []),
      ...uncheckedMark(row),
    ],
    ...(window === "7d" && { footnote: PAST }),
    details: ["se", "n_eff", "as_of", "covered_hours", "wanted_hours", "unknown"],
  });
}

const PAST = "24h, 3d, 7d, 30d: USD a day at today's size; past funding, not a forecast";
const PARTLY: Mark = { sign: "^", meaning: "some hours of it are unknown (covered_hours in json)" };

const TREND = shown<OutlookRow>({
  ...{ key: "trend_30d", header: "30d trend", kind: "text", priority: 9 },
  value: ({ outlook: { days } }) => days.sums.map((sum) => sum?.toFixed() ?? "").join(";") || null,
  texts: ({ outlook: { days } }, look) => [
    sparkline(
      days.sums.map((sum) => sum?.toNumber() ?? null),
      look,
    ),
  ],
  footnote: "30d trend: funding of each day; every row has a scale of its own",
});

const WEEK_SE = shown<OutlookRow>({
  ...{ key: "run_7d.se", header: "±7d", kind: "usd", priority: 8 },
  footnote: "±7d: standard error of 7d, by the last 30 days",
  value: ({ outlook }) => outlook.runs["7d"].perDay.se,
});

/** Fields of a row for output without marks of age. */
export const OUTLOOK_ROW = rowFields({ now: 0 });

/** `(0.6 sd)` */
function sdNote(outlook: Outlook): string | undefined {
  const inSd = eatenInSd(outlook);
  return inSd === null ? undefined : `(${inSd.toFixed(1)} sd)`;
}

function stateText({ outlook: { state, unknown } }: OutlookRow): string {
  return state ?? (unknown?.code === "month_unknown" ? "30d unknown" : "unknown");
}

function stateTone({ outlook: { state } }: OutlookRow): Tone {
  return state === "costing" || state === "turned" ? "warning" : "plain";
}

function uncheckedMark({ isUnchecked }: OutlookRow): Mark[] {
  return isUnchecked ? [NOT_ASKED] : [];
}
