import { Big } from "big.js";
import { BOTH_SIDES } from "../../analytics/market/by-side.js";
import { HOUR_MS } from "../../base/time/periods.js";
import type { Type } from "../../output/field-type.js";
import {
  answer,
  each,
  type Field,
  group,
  orNull,
  own,
  part,
  plain,
  within,
} from "../../output/record.js";
import { figure } from "../../views/measure-fields.js";
import type { Backtest } from "./figures.js";
import { iso, NOT_INCLUDED, type ShownBacktest } from "./lines.js";
import { type BacktestTerms, GAPS } from "./terms.js";
import { PATH_FIELDS } from "./view.js";
import type { HoldWindows, Quartiles } from "./windows.js";

const GAPS_HELP = "How missing events are treated: by default the longest stretch without one.";

/** Returns a field for each side, whose name stands for `%`. */
const bothSides = <T>(
  name: string,
  type: Type,
  help: string,
  of: (it: T, side: "long" | "short") => unknown,
): Field<T>[] =>
  BOTH_SIDES.map((side) =>
    plain(name.replace("%", side), type, help.replace("%", side), (it: T) => of(it, side)),
  );

const HOLD_HOURS = "Length of the rolling windows, hours; null without --hold.";
const LEVERAGE = "Leverage of the % leg; null for an APR of the notional.";
const UNITS = "Units of the asset in one unit of the % market.";

const INPUTS: Field<ShownBacktest>[] = [
  ...bothSides<ShownBacktest>("%_market", "count", "Market of the % side.", (it, side) => {
    return it.markets[side].id;
  }),
  ...within(
    ({ terms }: ShownBacktest) => terms,
    [
      plain<BacktestTerms>("start", "text", "Start of the range (ISO 8601), inclusive.", (it) => {
        return iso(it.start);
      }),
      plain<BacktestTerms>("end", "text", "End of the range (ISO 8601), exclusive.", (it) => {
        return iso(it.end);
      }),
      own<BacktestTerms>("notional", "number", "Notional of the larger side at entry, USD."),
      ...bothSides<BacktestTerms>(
        "fee_%",
        "number",
        "Fee of a fill of the % side, a decimal fraction.",
        (it, side) => it.fee[side],
      ),
      own<BacktestTerms>("slippage", "number", "Slippage of a fill, a decimal fraction."),
      ...bothSides<BacktestTerms>(
        "leverage_%",
        "number|null",
        LEVERAGE,
        (it, side) => it.leverage?.[side],
      ),
      plain<BacktestTerms>("hold_hours", "number|null", HOLD_HOURS, ({ hold }) => {
        return hold === undefined ? null : hold / HOUR_MS;
      }),
      plain<BacktestTerms>("gaps", ["longest", ...GAPS], GAPS_HELP, ({ gaps = "longest" }) => gaps),
      ...bothSides<BacktestTerms>(
        "multiplier_%",
        "number",
        UNITS,
        (it, side) => it.multiplier[side],
      ),
    ],
  ),
  plain("archive", "flag", "Whether the archive was read.", ({ isArchived }) => isArchived),
  plain("as_of", "text|null", "Time of --as-of (ISO 8601).", ({ asOf }) => asOf && iso(asOf)),
];

const INSTANT: Field<Backtest["entry"]>[] = [
  plain("time", "text", "Time (ISO 8601).", ({ time }) => iso(time)),
  ...bothSides<Backtest["entry"]>(
    "%_price",
    "number",
    "Mark price of the % market ÷ its multiplier.",
    ({ price }, side) => price[side],
  ),
];

const FIRST = "First time in the range at which both settled with a mark price (ISO 8601).";

const HOLES: Field<Backtest["holes"]>[] = [
  ...bothSides<Backtest["holes"]>(
    "%_events",
    "count",
    "Number of the % market.",
    (it, side) => it.events[side],
  ),
  own("stretches", "count", "Number of stretches without one."),
  plain("first", "text", FIRST, ({ first }) => iso(first)),
  plain("last", "text", "Last such time (ISO 8601).", ({ last }) => iso(last)),
];

const QUARTILES: Field<Quartiles>[] = [
  own("least", "number", "Least of the windows, USD."),
  own("lower", "number", "First quartile by nearest rank, USD."),
  own("median", "number", "Median by nearest rank, USD."),
  own("upper", "number", "Third quartile by nearest rank, USD."),
  own("most", "number", "Most of the windows, USD."),
];

const HOLD: Field<HoldWindows>[] = [
  plain("hold_hours", "number", "Length, hours.", ({ hold }) => hold / HOUR_MS),
  own("counted", "count", "Number of windows without a missing event."),
  own("of", "count", "Number of windows."),
  own("independent", "count", "Number of windows that do not overlap."),
  ...(["funding", "net"] as const).map((name) => {
    const help = `${name === "net" ? "Net PnL" : "Funding"} of the windows, USD; null without one.`;
    return orNull(part(name, help, (it: HoldWindows) => it[name] ?? undefined, QUARTILES));
  }),
];

const FIGURES: Readonly<Record<keyof Backtest["figures"], string>> = {
  funding: "Funding of both legs, USD.",
  basis: "Price PnL of both legs at mark prices, USD.",
  fees: "Fees of the four fills, USD.",
  slippage: "Slippage of the four fills, USD.",
  net: "funding + basis - fees - slippage, USD.",
  funding_apr: "Funding, percent per year of the notional or the margin.",
  net_apr: "Net PnL, percent per year of the notional or the margin.",
  break_even_hold: "Days after which the funding has earned fees and slippage.",
  drawdown: "Largest fall of the cumulative funding below its peak, USD.",
};

const TOTALS: Field<Backtest>[] = [
  group(
    "entry",
    "Entry: the event that settles at this time is not paid.",
    within(({ entry }: Backtest) => entry, INSTANT),
  ),
  group(
    "exit",
    "Exit: the event that settles at this time is paid.",
    within(({ exit }: Backtest) => exit, INSTANT),
  ),
  own("days", "number", "Days between entry and exit."),
  own("quantity", "number", "Quantity of each leg, in units of the asset."),
  group(
    "holes",
    "Events between the first and last common time that are missing or unknown.",
    within(({ holes }: Backtest) => holes, HOLES),
  ),
  ...BOTH_SIDES.map((side) =>
    figure<Backtest>(
      `${side}_funding`,
      `Funding of the ${side} leg, USD.`,
      ({ ofLeg }) => ofLeg[side],
    ),
  ),
  ...(Object.keys(FIGURES) as (keyof typeof FIGURES)[]).map((name) =>
    figure<Backtest>(name, FIGURES[name], ({ figures }) => figures[name]),
  ),
  figure(
    "days_above_zero",
    "Number of whole UTC days with funding above zero.",
    ({ daysAbove }) => {
      const { above, counted, of } = daysAbove;
      return { value: counted === 0 ? null : new Big(above), unit: "days", counted, of };
    },
  ),
  part(
    "hold",
    "Hedges of the length of --hold, one for each UTC day; absent without it.",
    ({ windows }) => windows,
    HOLD,
  ),
];

/** `funding backtest`. */
export const BACKTEST = answer<ShownBacktest>("backtest", [
  group("inputs", "What the hedge is, and of which time.", INPUTS),
  each(
    "rows",
    "The settlements after the entry, up to and including the exit.",
    ({ result }) => result.path,
    PATH_FIELDS,
  ),
  group(
    "totals",
    "Figures of the whole time.",
    within(({ result }: ShownBacktest) => result, TOTALS),
  ),
  plain("not_included", "texts", "What the figures leave out.", () => NOT_INCLUDED),
]);
