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
      description: "What happened; removed: it is not listed any more.",
    },
    at: { type: "string", description: "When it was seen (ISO 8601), by the local clock." },
    position_id: { type: "string", description: "Position identifier (uuid)." },
    changes: {
      type: "object",
      description: "Fields that differ from the round before, by dotted path, such as status.",
      additionalProperties: {
        type: "object",
        required: ["old", "new"],
        properties: {
          old: { description: "What it was; null when it was not there." },
          new: { description: "What it is; null when it is not there any more." },
        },
      },
    },
    expression: { type: "string", description: "Of an alert: the condition that holds." },
    position: {
      type: "object",
      description: "The position as it was sent; of one that is removed, as it was sent last.",
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
