import { GAPS } from "../../analytics/backtest-terms.js";
import { measureSchema } from "./figure-schema.js";

const USD = (description: string) => ({ type: ["number", "null"], description }) as const;
const NUMBER = (description: string) => ({ type: "number", description }) as const;
const OR_NULL = (type: string, description: string) =>
  ({ type: [type, "null"], description }) as const;
const TEXT = (description: string) => ({ type: "string", description }) as const;
const COUNT = (description: string) => ({ type: "integer", minimum: 0, description }) as const;

const INPUTS = {
  long_market: COUNT("Market of the long side."),
  short_market: COUNT("Market of the short side."),
  start: TEXT("Start of the range (ISO 8601), inclusive."),
  end: TEXT("End of the range (ISO 8601), exclusive."),
  notional: NUMBER("Notional of the larger side at entry, USD."),
  fee_long: NUMBER("Fee of a fill of the long side, a decimal fraction."),
  fee_short: NUMBER("Fee of a fill of the short side, a decimal fraction."),
  slippage: NUMBER("Slippage of a fill, a decimal fraction."),
  leverage_long: OR_NULL("number", "Leverage of the long leg; null for an APR of the notional."),
  leverage_short: OR_NULL("number", "Leverage of the short leg; null for an APR of the notional."),
  hold_hours: OR_NULL("number", "Length of the rolling windows, hours; null without --hold."),
  gaps: {
    type: "string",
    enum: ["longest", ...GAPS],
    description: "How missing events are treated: by default the longest stretch without one.",
  },
  multiplier_long: NUMBER("Units of the asset in one unit of the long market."),
  multiplier_short: NUMBER("Units of the asset in one unit of the short market."),
  archive: { type: "boolean", description: "Whether the archive was read." },
  as_of: OR_NULL("string", "Time of --as-of (ISO 8601)."),
} as const;

const ROW = {
  time: TEXT("Time of the settlement (ISO 8601)."),
  long_funding: USD("Paid to the long leg, USD; null if unknown, absent if it does not settle."),
  short_funding: USD("Paid to the short leg, USD; null if unknown, absent if it does not settle."),
  funding: USD("Paid to both legs, USD; null if one of them is unknown."),
  cumulative: USD("Funding since the entry, USD; null where funding is."),
  basis: USD("Price PnL since the entry, USD; null unless both markets settle with a mark price."),
  net: USD("Net PnL if the hedge ended here, USD; null where basis or cumulative is."),
} as const;

const INSTANT = (description: string) => ({
  type: "object",
  description,
  required: ["time", "long_price", "short_price"],
  properties: {
    time: TEXT("Time (ISO 8601)."),
    long_price: NUMBER("Mark price of the long market ÷ its multiplier."),
    short_price: NUMBER("Mark price of the short market ÷ its multiplier."),
  },
});

const QUARTILES = (description: string) => ({
  type: ["object", "null"],
  description,
  required: ["least", "lower", "median", "upper", "most"],
  properties: {
    least: NUMBER("Least of the windows, USD."),
    lower: NUMBER("First quartile by nearest rank, USD."),
    median: NUMBER("Median by nearest rank, USD."),
    upper: NUMBER("Third quartile by nearest rank, USD."),
    most: NUMBER("Most of the windows, USD."),
  },
});

const HOLES = {
  type: "object",
  description: "Events between the first and last common time that are missing or unknown.",
  required: ["long_events", "short_events", "stretches", "first", "last"],
  properties: {
    long_events: COUNT("Number of the long market."),
    short_events: COUNT("Number of the short market."),
    stretches: COUNT("Number of stretches without one."),
    first: TEXT("First time in the range at which both settled with a mark price (ISO 8601)."),
    last: TEXT("Last such time (ISO 8601)."),
  },
} as const;

const FIGURES = {
  long_funding: measureSchema("Funding of the long leg, USD."),
  short_funding: measureSchema("Funding of the short leg, USD."),
  funding: measureSchema("Funding of both legs, USD."),
  basis: measureSchema("Price PnL of both legs at mark prices, USD."),
  fees: measureSchema("Fees of the four fills, USD."),
  slippage: measureSchema("Slippage of the four fills, USD."),
  net: measureSchema("funding + basis - fees - slippage, USD."),
  funding_apr: measureSchema("Funding, percent per year of the notional or the margin."),
  net_apr: measureSchema("Net PnL, percent per year of the notional or the margin."),
  break_even_hold: measureSchema("Days after which the funding has earned fees and slippage."),
  drawdown: measureSchema("Largest fall of the cumulative funding below its peak, USD."),
  days_above_zero: measureSchema("Number of whole UTC days with funding above zero."),
} as const;

const HOLD = {
  type: "object",
  description: "Hedges of the length of --hold, one for each UTC day; absent without it.",
  required: ["hold_hours", "counted", "of", "independent", "funding", "net"],
  properties: {
    hold_hours: NUMBER("Length, hours."),
    counted: COUNT("Number of windows without a missing event."),
    of: COUNT("Number of windows."),
    independent: COUNT("Number of windows that do not overlap."),
    funding: QUARTILES("Funding of the windows, USD; null without one."),
    net: QUARTILES("Net PnL of the windows, USD; null without one."),
  },
} as const;

/** JSON Schema of `funding backtest -o json`. */
export const BACKTEST_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "backtest",
  type: "object",
  required: ["inputs", "rows", "totals", "not_included"],
  properties: {
    inputs: { type: "object", required: Object.keys(INPUTS), properties: INPUTS },
    rows: {
      type: "array",
      description: "The settlements after the entry, up to and including the exit.",
      items: {
        type: "object",
        required: ["time", "funding", "cumulative", "basis", "net"],
        properties: ROW,
      },
    },
    totals: {
      type: "object",
      required: ["entry", "exit", "days", "quantity", "holes", ...Object.keys(FIGURES)],
      properties: {
        entry: INSTANT("Entry: the event that settles at this time is not paid."),
        exit: INSTANT("Exit: the event that settles at this time is paid."),
        days: NUMBER("Days between entry and exit."),
        quantity: NUMBER("Quantity of each leg, in units of the asset."),
        holes: HOLES,
        ...FIGURES,
        hold: HOLD,
      },
    },
    not_included: {
      type: "array",
      description: "What the figures leave out.",
      items: { type: "string", description: "In words." },
    },
  },
} as const;
