import { OUTLOOK_STATES } from "../../analytics/outlook-states.js";
import { PNL_GROUPINGS } from "../../analytics/pnl-groupings.js";
import { EXPECTED_SCHEMAS } from "./expected-schema.js";
import { measureSchema } from "./figure-schema.js";
import { ASIDES_SCHEMA, PNL_FIGURE_SCHEMAS, PNL_SCHEMAS, TIME } from "./past-parts-schema.js";

const EVENT = {
  type: "object",
  required: ["code"],
  properties: {
    code: {
      type: "string",
      enum: [
        ...["vanished", "opened", "closed", "reopened", "resized", "turned"],
        ...["mark_lost", "net_pnl_lost"],
        ...["mark_found", "net_pnl_found", "first_seen"],
      ],
      description: "What happened.",
    },
    at: { ...TIME, type: ["string", "null"], description: "opened, closed: when (ISO 8601)." },
    side: { type: "string", enum: ["long", "short"], description: "Side of the leg." },
    exchange: { type: "string", description: "Exchange identifier of the leg." },
    symbol: { type: "string", description: "Market symbol of the leg." },
    market_id: { type: ["integer", "null"], description: "Market identifier of the leg." },
    before: { type: "number", description: "resized: quantity held before, in the asset." },
    after: { type: "number", description: "resized: quantity held after, in the asset." },
    state_before: {
      type: "string",
      enum: OUTLOOK_STATES,
      description: "turned: state of the outlook before.",
    },
    state_after: { type: "string", enum: OUTLOOK_STATES, description: "turned: its state now." },
  },
};

/** JSON Schema of what `positions changes -o json` prints. */
export const CHANGES_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "changes",
  type: "object",
  required: [
    ...["from", "to", "inputs", "open_before", "open_after", "closed_earlier"],
    ...["rows", "totals", "asides"],
  ],
  properties: {
    from: { ...TIME, description: "The earlier moment (ISO 8601)." },
    to: { ...TIME, description: "The later moment (ISO 8601)." },
    inputs: {
      type: "object",
      description: "The options as typed.",
      properties: {
        since: { type: "string", description: "--since." },
        until: { type: "string", description: "--until." },
        against: { type: "string", description: "--against." },
      },
    },
    open_before: { type: "integer", minimum: 0, description: "Open positions at `from`." },
    open_after: { type: "integer", minimum: 0, description: "Open positions at `to`." },
    closed_earlier: {
      type: "integer",
      minimum: 0,
      description: "Positions closed before `from` that its listing does not have; left out.",
    },
    rows: {
      type: "array",
      description: "Positions that changed: those with an event, then the largest changes.",
      items: {
        type: "object",
        required: [
          ...["position_id", "asset", "status", "opened_at", "closed_at", "pair", "events"],
          ...Object.keys(PNL_FIGURE_SCHEMAS),
        ],
        properties: {
          position_id: { type: "string", description: "Position identifier (uuid)." },
          asset: { type: "string", description: "Asset symbol." },
          status: { type: "string", enum: ["open", "closed"], description: "Status at `to`." },
          opened_at: { ...TIME, description: "Time it was opened (ISO 8601)." },
          closed_at: { ...TIME, type: ["string", "null"], description: "Time it was closed." },
          pair: { type: "string", description: "Exchanges of the long and the short legs." },
          events: { type: "array", description: "What happened.", items: EVENT },
          ...PNL_FIGURE_SCHEMAS,
        },
      },
    },
    totals: {
      type: "object",
      description: "Sums over the positions whose change is known.",
      required: Object.keys(PNL_SCHEMAS),
      properties: PNL_SCHEMAS,
    },
    asides: ASIDES_SCHEMA,
  },
} as const;

const RANGE_INPUTS = {
  start: { type: "string", description: "--start." },
  end: { type: "string", description: "--end." },
} as const;

/** JSON Schema of what `positions history -o json` prints. */
export const HISTORY_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "history",
  type: "object",
  required: ["from", "to", "inputs", "rows", "totals", "asides"],
  properties: {
    from: { ...TIME, description: "The first snapshot (ISO 8601)." },
    to: { ...TIME, description: "The last snapshot (ISO 8601)." },
    inputs: { type: "object", description: "The options as typed.", properties: RANGE_INPUTS },
    rows: {
      type: "array",
      description: "The snapshots in order; figures are changes since the first one.",
      items: {
        type: "object",
        required: ["at", "open_positions", ...Object.keys(PNL_FIGURE_SCHEMAS)],
        properties: {
          at: { ...TIME, description: "Time of the snapshot (ISO 8601)." },
          open_positions: { type: "integer", minimum: 0, description: "Open positions." },
          ...PNL_FIGURE_SCHEMAS,
        },
      },
    },
    totals: {
      type: "object",
      description: "The last row, and what the history rests on.",
      required: [
        ...Object.keys(PNL_FIGURE_SCHEMAS),
        ...["fall", "recorded", "snapshots", "spacing_seconds"],
      ],
      properties: {
        ...PNL_FIGURE_SCHEMAS,
        fall: {
          type: "object",
          description: "The deepest fall of net PnL between recorded points.",
          required: ["value", "unit", "from", "to"],
          properties: {
            value: {
              type: ["number", "null"],
              minimum: 0,
              description: "Exact value, USD; null without a known point.",
            },
            unit: { type: "string", enum: ["usd"], description: "Unit of the value." },
            from: { ...TIME, type: ["string", "null"], description: "The highest point before." },
            to: { ...TIME, type: ["string", "null"], description: "The lowest point." },
          },
        },
        recorded: {
          type: "object",
          description: "Time that snapshots cover.",
          required: ["covered_hours", "wanted_hours"],
          properties: {
            covered_hours: { type: "number", description: "Hours recorded." },
            wanted_hours: { type: "number", description: "Hours from the first to the last." },
          },
        },
        snapshots: { type: "integer", minimum: 2, description: "Number of snapshots." },
        spacing_seconds: { type: "integer", description: "Usual time between two of them." },
      },
    },
    asides: ASIDES_SCHEMA,
  },
} as const;

/** JSON Schema of what `positions pnl -o json` prints. */
export const PNL_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "pnl",
  type: "object",
  required: ["from", "to", "inputs", "rows", "totals", "asides"],
  properties: {
    from: { ...TIME, description: "The first snapshot (ISO 8601)." },
    to: { ...TIME, description: "The last snapshot (ISO 8601)." },
    inputs: {
      type: "object",
      description: "The options as typed; `by` with its default.",
      required: ["by"],
      properties: {
        by: { type: "string", enum: PNL_GROUPINGS, description: "--by." },
        ...RANGE_INPUTS,
      },
    },
    rows: {
      type: "array",
      description: "By time in its order, else the largest net PnL first.",
      items: {
        type: "object",
        required: [
          ...["by", "group", "from", "to"],
          ...Object.keys({ ...PNL_SCHEMAS, ...EXPECTED_SCHEMAS }),
          "asides",
        ],
        properties: {
          by: { type: "string", enum: PNL_GROUPINGS, description: "--by." },
          group: {
            type: "string",
            description:
              "The UTC day (2026-05-31), week (2026-W22) or month (2026-05), or two of them when joined; the asset, the exchanges of the long and the short legs, or the position identifier.",
          },
          asset: { type: "string", description: "By position: asset symbol." },
          from: { ...TIME, description: "The snapshot at its beginning (ISO 8601)." },
          to: { ...TIME, description: "The snapshot at its end (ISO 8601)." },
          units: { type: "integer", minimum: 1, description: "By time: how many are joined." },
          part: { type: "boolean", description: "By time: whether it is only a part of one." },
          ...PNL_SCHEMAS,
          ...EXPECTED_SCHEMAS,
          asides: ASIDES_SCHEMA,
        },
      },
    },
    totals: {
      type: "object",
      description: "Sums of all rows.",
      required: Object.keys({ ...PNL_SCHEMAS, ...EXPECTED_SCHEMAS }),
      properties: {
        ...PNL_SCHEMAS,
        ...EXPECTED_SCHEMAS,
        time_weighted: measureSchema(
          "By time: product of the returns on notional of the rows, percent.",
        ),
      },
    },
    asides: ASIDES_SCHEMA,
  },
} as const;
