import { measureSchema } from "./figure-schema.js";

const WINDOWS = ["1d", "3d", "7d", "30d"];
const ID = (description: string) => ({ type: "integer", minimum: 1, description }) as const;
const COUNT = (description: string) => ({ type: "integer", minimum: 0, description }) as const;
const OR_NULL = (type: string, description: string) =>
  ({ type: [type, "null"], description }) as const;
const TEXT = (description: string) => ({ type: "string", description }) as const;

/** A market of a ranking. */
export const listedMarketSchema = (description: string) => ({
  type: "object",
  description,
  required: ["market_id", "exchange", "symbol"],
  properties: {
    market_id: ID("Market identifier, as listed."),
    exchange: OR_NULL("string", "Exchange, as listed; null if the listing names none."),
    symbol: OR_NULL("string", "Symbol, as listed; null if the listing names none."),
  },
});

const INPUTS = {
  by: { type: "string", enum: ["pair", "market"], description: "What is ranked." },
  assets: {
    type: "array",
    description: "Assets that were asked for; all if empty.",
    items: { type: "string", description: "Asset symbol." },
  },
  min_days: OR_NULL("integer", "Least covered days; null without --min-days."),
  max_holes: OR_NULL("integer", "Most holes; null without --max-holes."),
  top: OR_NULL("integer", "Number of rows; null without --top."),
  archive: OR_NULL("string", "The archive that was read; null without one."),
  as_of: OR_NULL("string", "Time of --as-of (ISO 8601)."),
  until: TEXT("Time up to which settled funding is known (ISO 8601)."),
} as const;

const RATE = measureSchema(
  "Settled rate, percent of the notional per year; of a pair the short market's minus the long one's; counted and of are periods.",
);

const ROW = {
  asset: OR_NULL("string", "Asset, as listed; null if the listing names none."),
  market: listedMarketSchema("The market, with --by market."),
  long: listedMarketSchema("The long side of a pair: the market with the lower rate in 30 days."),
  short: listedMarketSchema("The short side of a pair."),
  annualised: {
    type: "object",
    description: "The rate by window.",
    required: WINDOWS,
    properties: Object.fromEntries(WINDOWS.map((name) => [name, RATE])),
  },
  worst_week: measureSchema(
    "Least rate of 7 days in a row in the 30, percent per year; counted and of are overlapping windows.",
    {
      independent: COUNT("Number of counted windows that do not overlap."),
      until: TEXT("End of the worst 7 days (ISO 8601)."),
    },
  ),
  covered: {
    type: "boolean",
    description: "Whether at least 95 % of the 30 days are covered; others are sorted last.",
  },
  holes: COUNT("Events of the 30 days that are missing, have no rate or conflict."),
  conflicting: {
    type: "array",
    description: "Its markets whose events of the 30 days conflict.",
    items: ID("Market identifier."),
  },
  period_hours: { type: "number", description: "Length of a period of the common clock, hours." },
} as const;

const TOTALS = {
  rows: COUNT("Number of rows."),
  judged: COUNT("Number of pairs or markets that were ranked, before some were left out."),
  left_out: COUNT("Number left out by --min-days and --max-holes."),
  too_few_events: {
    type: "array",
    description: "Markets with too few settled events to be ranked.",
    items: ID("Market identifier."),
  },
  no_history: {
    type: "array",
    description: "Markets whose settled funding could not be fetched.",
    items: ID("Market identifier."),
  },
  conflicting: {
    type: "array",
    description: "Ranked markets whose events of the 30 days conflict.",
    items: ID("Market identifier."),
  },
  without_asset: {
    type: "array",
    description: "Markets without a listed asset, which are in no pair.",
    items: ID("Market identifier."),
  },
  chosen_after_the_fact: {
    type: "boolean",
    description: "Always true: the best rows are the best of the time they are judged by.",
  },
} as const;

/** JSON Schema of what `funding rank -o json` prints. */
export const RANK_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "rank",
  type: "object",
  required: ["inputs", "rows", "totals"],
  properties: {
    inputs: { type: "object", required: Object.keys(INPUTS), properties: INPUTS },
    rows: {
      type: "array",
      description: "The best worst week first.",
      items: {
        type: "object",
        required: Object.keys(ROW).filter((key) => !["market", "long", "short"].includes(key)),
        properties: ROW,
      },
    },
    totals: { type: "object", required: Object.keys(TOTALS), properties: TOTALS },
  },
} as const;
