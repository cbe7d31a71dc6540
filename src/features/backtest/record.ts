import { Big } from "big.js";
import { HOUR_MS } from "../../base/time/periods.js";
import {
  answer,
  each,
  type Field,
  group,
  inner,
  optional,
  orNull,
  own,
  part,
  plain,
  within,
} from "../../output/record.js";
import { pairFields } from "../../views/market/market-fields.js";
import { figure } from "../../views/measure-fields.js";
import { bothSides, quantity } from "../../views/row-fields.js";
import type { Backtest } from "./figures.js";
import { QUARTILES } from "./hold.js";
import { NOT_INCLUDED, type ShownBacktest } from "./lines.js";
import { type BacktestTerms, GAPS } from "./terms.js";
import { PATH_FIELDS } from "./view.js";
import type { HoldWindows } from "./windows.js";

const GAPS_HELP = "How missing events are treated: by default the longest stretch without one.";
const LEVERAGE = "Leverage of the leg; null for an APR of the notional.";
const UNITS = "Units of the asset in one unit of the market.";

const INPUTS: Field<ShownBacktest>[] = [
  ...pairFields<ShownBacktest>((side) => [
    quantity("fee", "bps", "Fee of a fill.", ({ terms }) => terms.fee[side].times(10_000)),
    plain("leverage", "number|null", LEVERAGE, ({ terms }) => terms.leverage?.[side]),
    plain("multiplier", "number", UNITS, ({ terms }) => terms.multiplier[side]),
  ]),
  ...within(
    ({ terms }: ShownBacktest) => terms,
    [
      quantity<BacktestTerms>("notional", "usd", "Notional of the larger side at entry.", (it) => {
        return it.notional;
      }),
      quantity<BacktestTerms>("slippage", "bps", "Slippage of a fill.", ({ slippage }) => {
        return slippage.times(10_000);
      }),
      orNull(
        optional(
          quantity<BacktestTerms>("hold", "hours", "--hold; null without it.", ({ hold = 0 }) => {
            return hold / HOUR_MS;
          }),
          ({ hold }) => hold !== undefined,
        ),
      ),
      plain("gaps", ["longest", ...GAPS], GAPS_HELP, ({ gaps = "longest" }) => gaps),
    ],
  ),
];

const PRICE = "Mark price of the market ÷ its multiplier.";

const AGE =
  "Age of that mark; 0 unless the markets never settle together, and this is not the slower one.";

const INSTANT: Field<Backtest["entry"]>[] = [
  own("time", "time", "Time (ISO 8601)."),
  ...bothSides<Backtest["entry"]>((side) => [
    plain("price", "number", PRICE, ({ price }) => price[side]),
    plain("mark_age_seconds", "count", AGE, ({ age }) => Math.round(age[side] / 1000)),
  ]),
];

const FIRST = "First time in the range at which a hedge can begin or end (ISO 8601).";

const HOLES: Field<Backtest["holes"]>[] = [
  ...bothSides<Backtest["holes"]>((side) => [
    plain("events", "count", "Number of the market.", ({ events }) => events[side]),
  ]),
  own("stretches", "count", "Number of stretches without one."),
  own("first", "time", FIRST),
  own("last", "time", "Last such time (ISO 8601)."),
];

const HOLD: Field<HoldWindows>[] = [
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
  funding_per_day: "Funding of both legs per day, USD; null under 95 percent of the time.",
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
  inner(
    "entry",
    "Entry: the event that settles at this time is not paid.",
    ({ entry }: Backtest) => entry,
    INSTANT,
  ),
  inner(
    "exit",
    "Exit: the event that settles at this time is paid.",
    ({ exit }: Backtest) => exit,
    INSTANT,
  ),
  own("days", "number", "Days between entry and exit."),
  own("quantity", "number", "Quantity of each leg, in units of the asset."),
  inner(
    "holes",
    "Events between the first and last common time that are missing or unknown.",
    ({ holes }: Backtest) => holes,
    HOLES,
  ),
  ...bothSides<Backtest>((side) => [
    figure("funding", "Funding of the leg, USD.", ({ ofLeg }) => ofLeg[side]),
  ]),
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
  inner("totals", "Figures of the whole time.", ({ result }: ShownBacktest) => result, TOTALS),
  plain("not_included", "texts", "What the figures leave out.", () => NOT_INCLUDED),
]);
