/** JSON Schema of the lines that `positions list --watch -o ndjson` prints. */
export const EVENT_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "position-event",
  type: "object",
  required: ["event", "at", "position_id", "position"],
  properties: {
    event: {
      type: "string",
      enum: ["opened", "closed", "changed", "removed", "alert"],
      description: "Kind of event; removed: no longer listed.",
    },
    at: { type: "string", description: "Time of the round (ISO 8601), by the local clock." },
    position_id: { type: "string", description: "Position identifier (uuid)." },
    changes: {
      type: "object",
      description: "Fields that differ from the previous round, by dotted path, such as status.",
      additionalProperties: {
        type: "object",
        required: ["old", "new"],
        properties: {
          old: { description: "Previous value; null if absent." },
          new: { description: "New value; null if absent." },
        },
      },
    },
    expression: { type: "string", description: "Condition of an alert." },
    position: {
      type: "object",
      description: "The position as sent; if removed, as sent last.",
    },
  },
  allOf: [
    {
      if: { properties: { event: { const: "changed" } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ["changes"] },
    },
    {
      if: { properties: { event: { const: "alert" } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ["expression"] },
    },
  ],
} as const;
