import { HELD, type Held, heldAs } from "../../analytics/market/held-markets.js";
import type { RankWindow } from "../../analytics/market/spread-windows.js";
import type { Measure } from "../../analytics/measure.js";
import { HOUR_MS } from "../../base/time/periods.js";
import { type Field, own, plain, shown as shownColumn, viewOf } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import type { Mark } from "../../output/table/mark.js";
import { notesSection, totalsSection } from "../../output/table/page.js";
import { marketFields, marketFinder } from "../../views/market/market-fields.js";
import { figure, worstWeekField } from "../../views/measure-fields.js";
import { YOUNG } from "../../views/position/run.js";
import { bothSides } from "../../views/row-fields.js";
import { isCovered } from "./compare.js";
import { RANK_WINDOWS } from "./figures.js";
import type { RankOrder } from "./orders.js";
import type { Ranked } from "./ranked.js";
import { rankFootnotes, rankLead } from "./totals.js";
import type { RankSubject, ShownRanking } from "./words.js";

/** View of a ranking, one pair or market per row. */
export function rankView(by: RankSubject, shown?: ShownRanking): View<Ranked> {
  const around = shown && {
    head: () => [totalsSection(rankLead(shown))],
    foot: () => notesSection(rankFootnotes(shown)),
  };
  const empty = by === "market" ? "No markets to rank." : "No pairs to rank.";
  const handles = by === "market" ? ["handle"] : ["long.handle", "short.handle"];
  return viewOf(rankFields(by, shown), { ...around, empty }, [...handles, "*"]);
}

const UNCOVERED: Mark = { sign: "!", meaning: "under 95 % of the 30 days covered: sorted last" };
const HELD_MARKS: Readonly<Record<Held | "none", Mark | undefined>> = {
  same: { sign: "+", meaning: "an open position is long and short there" },
  opposite: { sign: "-", meaning: "an open position holds the pair the other way round" },
  none: undefined,
};
const HELD_HELP =
  "Whether an open position holds the pair, in its direction or in the opposite one; null if none does, or if that is unknown.";
const RATE =
  "Settled rate, percent of the notional per year; of a pair the short market's minus the long one's; counted and of are periods.";
const WORST_WEEK =
  "Least rate of 7 days in a row in the 30, percent per year; counted and of are overlapping windows.";
const COVERED = "Whether at least 95 % of the 30 days are covered; others are sorted last.";
const GAPS = "Events of the 30 days that are missing, have no rate or conflict.";
const COVERAGE = ["as_of", "covered_hours", "wanted_hours"];
const SHRUNK =
  "What of the rate of 30 days is expected to be more than luck, percent per year; null for markets by themselves, without se, and for fewer than 8 pairs.";
const NET =
  "Rate of 30 days less four fills in them, percent of the notional per year; null without --fee.";
const EARNED =
  "Days at the rate of 30 days that earn four fills; null without --fee, or if it earns nothing.";
const PRIORITIES: Readonly<Record<RankWindow, number>> = { "1d": 7, "3d": 8, "7d": 6, "30d": 2 };
const ASSET = "Asset, as listed; null if the listing names none.";

/** The fields of a pair or market. */
export function rankFields(by: RankSubject, shown?: ShownRanking): Field<Ranked>[] {
  const find = marketFinder(shown?.markets);
  const rate = { kind: "percent", signed: true } as const;
  const held = (row: Ranked) => heldAs(shown?.held, row);
  const ordered = (order: RankOrder | RankWindow, priority: number) =>
    shown?.ranking.order === order ? 1 : priority;
  const isAnyHeld = shown?.ranking.ranked
    .slice(0, shown.top)
    .some((row) => held(row) !== undefined);
  const young = ({ about }: Measure) => (about === true ? YOUNG : undefined);
  return [
    plain("asset", "text|null", ASSET, {
      ...{ of: ({ long }) => find(long).asset, header: "asset", priority: 9 },
    }),
    ...(by === "market"
      ? marketFields<Ranked>(({ long }) => find(long))
      : bothSides<Ranked>((side) => marketFields((it) => find(it[side]), [side, `${side} id`]))),
    ...RANK_WINDOWS.flatMap((window) => [
      figure<Ranked>(`annualised_${window}`, RATE, {
        of: ({ windows }) => windows[window],
        ...{ header: window, priority: ordered(window, PRIORITIES[window]), ...rate },
        mark: ({ windows }) => young(windows[window]),
        note: ({ windows }) => rateNote(window, windows[window]),
        details: ["counted", "of", "se", "n_eff", ...(window === "30d" ? COVERAGE : [])],
      }),
      ...(window === "30d" ? [MONTH_SE] : []),
    ]),
    figure("shrunk", SHRUNK, {
      ...{ of: ({ shrunk }) => shrunk, header: "shrunk", priority: ordered("shrunk", 4), ...rate },
      ...((by === "market" || (shown && !shown.ranking.tauSquared)) && EXTRA), // the same for all
    }),
    ...feeFields(shown),
    worstWeekField(WORST_WEEK, ({ worstWeek }) => worstWeek, {
      ...{ kind: "percent", priority: ordered("worst", 3) },
      mark: ({ worstWeek }) => young(worstWeek),
    }),
    plain("covered", "flag", COVERED, {
      ...{ of: isCovered, header: "covered", kind: "percent", priority: 9 },
      value: ({ windows }) => share(windows["30d"]),
      mark: (row) => (isCovered(row) ? undefined : UNCOVERED),
    }),
    own("holes", "count", GAPS, { header: "gaps", priority: 9 }),
    plain("held", [...HELD, null], HELD_HELP, {
      ...{ of: held, header: "held", kind: "text", priority: 0, ...(!isAnyHeld && EXTRA) },
      sign: (row) => HELD_MARKS[held(row) ?? "none"],
    }),
    own("conflicting", "ids", "Its markets whose events of the 30 days conflict."),
    plain("period_hours", "number", "Length of a period of the common clock, hours.", (it) => {
      return it.period / HOUR_MS;
    }),
  ];
}

const EXTRA = { isExtra: true } as const;

const MONTH_SE = shownColumn<Ranked>({
  ...{ key: "annualised_30d.se", header: "±30d", kind: "percent", priority: 5 },
  value: ({ windows }) => windows["30d"].se,
});

/** Returns the fields that depend on a fee; a table has columns of them only if one is given. */
function feeFields(shown?: ShownRanking): Field<Ranked>[] {
  const look = { priority: 3, ...(shown?.terms.fee === undefined && EXTRA) };
  return [
    figure("net", NET, {
      ...{ of: ({ net }) => net, header: "net 30d", kind: "percent", signed: true, ...look },
    }),
    figure("days_to_earn", EARNED, {
      ...{ of: ({ earnedIn }) => earnedIn, header: "break-even after", kind: "text", ...look },
      ...{ align: "right", value: ({ earnedIn }) => daysText(earnedIn) },
    }),
  ];
}

function daysText({ value }: Measure): string | null {
  return value && `${value.round(1).toFixed(1)} days`;
}

/** Returns why a rate is unknown, or its coverage; that of 30 days has a column of its own. */
function rateNote(window: RankWindow, figure: Measure): string | undefined {
  if (figure.unknown === "events_conflicting") return "(conflict)";
  if (figure.unknown === "too_few_settlements") return "(too few)";
  return window === "30d" && figure.unknown === undefined ? undefined : partText(figure);
}
function partText({ counted, of }: Measure): string | undefined {
  return counted === of ? undefined : `(${counted} of ${of})`;
}
/** Returns the covered share of the 30 days, percent, rounded down so that 100 is all of it. */
function share({ coveredHours = 0, wantedHours = 0 }: Measure): number | undefined {
  return wantedHours === 0 ? undefined : Math.floor((coveredHours * 10_000) / wantedHours) / 100;
}
