import { ID_PREFIX, RULE_NAME, type RuleKey, SCOPES } from "../../alerts/rules/rule.js";
import { SEVERITIES } from "../../base/severity.js";
import { text } from "./parts.js";

const duration = (description: string) => ({
  ...text(description),
  pattern: "^\\d{1,9}(\\.\\d{1,9})?[smhdw]$",
});

const RULE: Readonly<Record<RuleKey, object>> = {
  name: { ...text("Name of the rule, once in a file."), pattern: RULE_NAME.source },
  when: text(
    "What is wrong: a reason of carry status such as losing, or a JMESPath expression that is true where the rule failed. Names: carry help rules.",
  ),
  limit: {
    type: ["string", "number"],
    description: "Limit of a reason, as its setting takes it, such as 10bp.",
  },
  scope: {
    type: "string",
    enum: SCOPES,
    default: "position",
    description: "What it is about: each open position, or the portfolio.",
  },
  severity: {
    type: "string",
    enum: SEVERITIES,
    description: "How serious it is; default: warning, and of a reason as carry status says.",
  },
  except: {
    type: "array",
    items: { type: "string", pattern: ID_PREFIX.source },
    description: "Positions that it is not about, by the beginning of their id.",
  },
  for: duration("How long it has to hold before there is an alert, such as 30m."),
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
