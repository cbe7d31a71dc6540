import { LEDGER_COMPONENTS, LEDGER_SOURCES } from "../../analytics/ledger-components.js";
import { measureSchema } from "./figure-schema.js";

const TEXT = (description: string) => ({ type: "string", description }) as const;

const LEG = {
  type: "object",
  description: "--by-leg: the leg.",
  required: ["leg_id", "side", "exchange", "symbol", "market_id"],
  properties: {
    leg_id: TEXT("Leg identifier (uuid)."),
    side: { type: "string", enum: ["long", "short"], description: "Side of the leg." },
    exchange: TEXT("Exchange identifier."),
    symbol: TEXT("Market symbol on the exchange."),
    market_id: { type: ["integer", "null"], description: "Market identifier." },
  },
} as const;

/** JSON Schema of what `positions ledger -o json` prints. */
export const LEDGER_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "ledger",
  type: "object",
  required: ["inputs", "rows", "totals"],
  properties: {
    inputs: {
      type: "object",
      description: "The options as typed.",
      required: ["by_leg"],
      properties: {
        start: TEXT("--start."),
        end: TEXT("--end."),
        position_ids: { type: "array", items: { type: "string" }, description: "The arguments." },
        by_leg: { type: "boolean", description: "--by-leg." },
      },
    },
    rows: {
      type: "array",
      description: "By day; within it openings first, then by asset, position and component.",
      items: {
        type: "object",
        required: [
          ...["id", "day", "days", "position_id", "asset", "exchanges"],
          ...["component", "source", "open", "amount"],
        ],
        properties: {
          id: TEXT("Position, component and day, the same in each run; with --by-leg the leg too."),
          day: TEXT("UTC day of the posting; of joined days the last."),
          days: TEXT("The days that it covers: `2026-05-22`, or `2026-05-22 to 2026-05-24`."),
          position_id: TEXT("Position identifier (uuid)."),
          asset: TEXT("Asset symbol."),
          exchanges: TEXT("Exchanges of the long and the short legs on that day."),
          component: { type: "string", enum: LEDGER_COMPONENTS, description: "What is posted." },
          source: {
            type: "string",
            enum: LEDGER_SOURCES,
            description:
              "Difference of snapshots, opening (before the first snapshot), total so far (without a snapshot), or computed from settled events.",
          },
          open: { type: "boolean", description: "Whether the position is open." },
          leg: LEG,
          amount: measureSchema("Amount in whole cents, USD; a fee that was paid is above zero."),
        },
      },
    },
    totals: {
      type: "object",
      description: "Sums of the rows; counted are the positions whose figure the service tells.",
      required: LEDGER_COMPONENTS,
      properties: Object.fromEntries(
        LEDGER_COMPONENTS.map((component) => [component, measureSchema("Sum of the rows, USD.")]),
      ),
    },
  },
} as const;
