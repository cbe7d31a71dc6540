import { text } from "./parts.js";

const UNDOCUMENTED = "A record as the service sends it; its fields are not documented.";

/** JSON Schema of the public listings. */
export const PUBLIC_LISTING_SCHEMA = {
  type: "array",
  items: { type: "object", description: UNDOCUMENTED },
} as const;

/** JSON Schema of the line of `carry sandbox`. */
export const SANDBOX_SCHEMA = {
  type: "object",
  required: ["url", "api_key", "api_key_without_scope", "portfolio", "portfolios"],
  properties: {
    url: text("Base URL."),
    api_key: text("API key."),
    api_key_without_scope: text("API key that lacks the scope for positions."),
    portfolio: text("Identifier of the first portfolio (uuid)."),
    portfolios: {
      type: "array",
      description: "All portfolios.",
      items: {
        type: "object",
        required: ["portfolio", "portfolio_id"],
        properties: { portfolio: text("Name."), portfolio_id: text("Identifier (uuid).") },
      },
    },
    at: text("Time to which it was set (ISO 8601)."),
    freeze: { type: "boolean", description: "Whether that time stands still." },
  },
} as const;

/** JSON Schema of the list of schemas. */
export const SCHEMA_LIST_SCHEMA = {
  type: "array",
  items: {
    type: "object",
    required: ["name", "of"],
    properties: {
      name: text("Name of the schema."),
      of: text("The command whose JSON it describes."),
    },
  },
} as const;
