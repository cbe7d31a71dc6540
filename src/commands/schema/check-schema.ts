import { SCOPES, SEVERITIES } from "../../alerts/rules/rule.js";
import { LIMITS_SCHEMAS } from "./limits-schema.js";

const text = (description: string) => ({ type: "string", description });
const count = (description: string) => ({ type: "integer", minimum: 0, description });

const COUNTS = {
  failed: count("Number of results that failed."),
  unknown: count("Number of results that cannot be told."),
  passed: count("Number of results that passed."),
};
const RULE = {
  name: text("Name of the rule."),
  scope: { type: "string", enum: SCOPES, description: "What it is about." },
  severity: { type: "string", enum: SEVERITIES, description: "How serious it is." },
  when: text("JMESPath expression that describes the problem."),
  ...COUNTS,
};
const INPUTS = {
  rules: text("File of the rules."),
  service_time: text("Time of the service (ISO 8601)."),
  ...LIMITS_SCHEMAS,
};
const ROW = {
  rule: text("Name of the rule."),
  severity: { type: "string", enum: SEVERITIES, description: "Severity of the rule." },
  scope: { type: "string", enum: SCOPES, description: "What the rule is about." },
  position_id: {
    type: ["string", "null"],
    description: "Position identifier (uuid); null for a rule about the portfolio.",
  },
  asset: { type: ["string", "null"], description: "Asset symbol; null in the same case." },
  result: {
    type: "string",
    enum: ["failed", "unknown", "passed"],
    description: "unknown: it cannot be told, which is no pass.",
  },
  figures: {
    type: "object",
    description: "Figures that the rule names, with their values; null if not known.",
  },
  missing: {
    type: "array",
    items: { type: "string" },
    description: "Figures without which it cannot be told.",
  },
};

/** JSON Schema of what `check -o json` prints. */
export const CHECK_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "check",
  type: "object",
  required: ["inputs", "rows", "totals"],
  properties: {
    inputs: {
      type: "object",
      description: "What the results rest on.",
      required: Object.keys(INPUTS),
      properties: INPUTS,
    },
    rows: {
      type: "array",
      description: "Results of the rules: failed ones first, then those that cannot be told.",
      items: {
        type: "object",
        required: Object.keys(ROW),
        properties: {
          ...ROW,
          error: text("Why the rule could not be applied, if not for a missing figure."),
        },
      },
    },
    totals: {
      type: "object",
      required: ["positions", ...Object.keys(COUNTS), "rules"],
      properties: {
        positions: count("Number of open positions."),
        ...COUNTS,
        rules: {
          type: "array",
          description: "The rules, in the order of the file.",
          items: { type: "object", required: Object.keys(RULE), properties: RULE },
        },
      },
    },
  },
};
