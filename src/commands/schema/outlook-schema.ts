import { OUTLOOK_STATES } from "../../analytics/outlook-states.js";
import { countedSchema, measureSchema } from "./figure-schema.js";

const WINDOWS = ["24h", "3d", "7d", "30d"];
const UNKNOWN = [
  ...["closed", "legs_missing", "quantity_negative", "unreadable"],
  ...["market_unknown", "funding_unknown", "month_unknown"],
];

const RUN = measureSchema(
  "Funding per day at the current size, from what settled in the window, USD; counted and of are settled events of the least complete leg.",
  {
    opened_within: {
      type: "boolean",
      description:
        "Whether the position was opened within the window, so that earlier events count.",
    },
  },
);

const byWindow = (description: string, window: object) => ({
  type: "object",
  description,
  required: WINDOWS,
  properties: Object.fromEntries(WINDOWS.map((name) => [name, window])),
});

const ROW = {
  position_id: { type: "string", description: "Position identifier (uuid)." },
  asset: { type: "string", description: "Asset symbol." },
  status: { type: "string", enum: ["open", "closed"], description: "Status of the position." },
  opened_at: { type: "string", description: "Time it was opened (ISO 8601)." },
  long: { type: ["string", "null"], description: "Exchanges of the long legs, joined by +." },
  short: { type: ["string", "null"], description: "Exchanges of the short legs, joined by +." },
  legs_checked: {
    type: "boolean",
    description: "False if a leg may be closed and the full position could not be fetched.",
  },
  state: {
    type: ["string", "null"],
    enum: [...OUTLOOK_STATES, null],
    description: "How the funding has changed; null if unknown.",
  },
  run: byWindow("What the position is paid a day, by window.", RUN),
  worst_week: measureSchema(
    "Least funding of 7 consecutive days of the last 30, USD; counted and of are overlapping windows.",
    {
      independent: {
        type: "integer",
        minimum: 0,
        description: "Number of counted windows that do not overlap.",
      },
      until: { type: "string", description: "End of the worst 7 days (ISO 8601)." },
    },
  ),
  fees_estimated_exit: measureSchema("Estimated fees of leaving, USD."),
  eaten_by_basis: measureSchema(
    "Move of the basis that takes a week's funding, percentage points; null unless the last 7 days paid.",
  ),
};

/** JSON Schema of what `positions outlook -o json` prints. */
export const OUTLOOK_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "outlook",
  type: "object",
  required: ["inputs", "rows", "totals"],
  properties: {
    inputs: {
      type: "object",
      description: "What the figures rest on.",
      required: ["ids", "archive", "stale", "service_time"],
      properties: {
        ids: { type: "array", items: { type: "string" }, description: "Ids or prefixes typed." },
        archive: { type: ["string", "null"], description: "--archive; null without it." },
        stale: { type: "string", description: "--stale." },
        service_time: { type: "string", description: "Time of the service (ISO 8601)." },
      },
    },
    rows: {
      type: "array",
      description: "One item per position, those that have turned first.",
      items: {
        type: "object",
        required: Object.keys(ROW),
        properties: {
          ...ROW,
          unknown: {
            type: "object",
            description: "Why the state is unknown; absent if it is known.",
            required: ["code", "text"],
            properties: {
              code: { type: "string", enum: UNKNOWN, description: "Kind of the reason." },
              text: { type: "string", description: "The reason in words." },
            },
          },
        },
      },
    },
    totals: {
      type: "object",
      description: "Sums over the positions.",
      required: ["positions", "states", "run", "fees_estimated_exit"],
      properties: {
        positions: { type: "integer", minimum: 0, description: "Number of positions." },
        states: {
          type: "object",
          description: "Number of positions in each state.",
          required: [...OUTLOOK_STATES, "unknown"],
          properties: Object.fromEntries(
            [...OUTLOOK_STATES, "unknown"].map((name) => [
              name,
              { type: "integer", minimum: 0, description: `Number of positions: ${name}.` },
            ]),
          ),
        },
        run: byWindow(
          "Sums of what the positions are paid a day, USD.",
          countedSchema("Sum over the positions with the figure."),
        ),
        fees_estimated_exit: countedSchema("Sum of the estimated fees of leaving, USD."),
      },
    },
  },
} as const;
