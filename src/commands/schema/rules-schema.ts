import { RULE_NAME, SCOPES, SEVERITIES } from "../../alerts/rule.js";
import type { RULE_KEYS } from "../../alerts/rules-file.js";
import { text } from "./parts.js";

const RULE: Readonly<Record<(typeof RULE_KEYS)[number], object>> = {
  name: { ...text("Name of the rule, once in a file."), pattern: RULE_NAME.source },
  when: text(
    "What is wrong: a cause of carry status such as losing, or a JMESPath expression that is true where the rule failed. Names: carry help rules.",
  ),
  scope: {
    type: "string",
    enum: SCOPES,
    default: "position",
    description: "What it is about: each open position, or all of them together.",
  },
  severity: {
    type: "string",
    enum: SEVERITIES,
    description: "How serious it is; default: warning, and of a cause its own.",
  },
  for: {
    ...text("How long it has to hold before there is an alert, such as 30m."),
    pattern: "^\\d{1,9}(\\.\\d{1,9})?[smhdw]$",
  },
};

/** JSON Schema of a rules file. */
export const RULES_SCHEMA = {
  type: "object",
  required: ["rule"],
  additionalProperties: false,
  properties: {
    rule: {
      type: "array",
      minItems: 1,
      description: "The rules: [[rule]] tables.",
      items: {
        type: "object",
        required: ["name", "when"],
        additionalProperties: false,
        properties: RULE,
      },
    },
  },
};
