import { UsageError } from "../../base/usage-error.js";
import { defineCommand, type TreeAccess } from "../../command/define.js";
import { SOME_TEXT } from "../../command/kinds.js";
import { nearestTo } from "../../output/text/nearest.js";
import { FUNDING_COMPARE_SCHEMA } from "./compare-schema.js";
import { ERROR_SCHEMA } from "./error-schema.js";
import { EVENT_SCHEMA } from "./event-schema.js";
import { RESOURCES, type Resource } from "./resources.js";
import { STATUS_SCHEMA } from "./status-schema.js";
import { SUMMARY_SCHEMA } from "./summary-schema.js";

/** What carry itself makes up, beside the records of the service. */
const OWN_SCHEMAS = {
  status: STATUS_SCHEMA,
  summary: SUMMARY_SCHEMA,
  "position-event": EVENT_SCHEMA,
  error: ERROR_SCHEMA,
} as const;

const NAMES = [...Object.keys(RESOURCES), "commands"];

export const schema = defineCommand({
  description:
    "Print the JSON Schema (2020-12) of what -o json prints for a resource; `commands` describes the commands, options and exit codes for programs that drive carry",
  args: {
    name: {
      kind: {
        ...SOME_TEXT,
        choices: [
          ...Object.entries(RESOURCES).map(([value, description]) => ({ value, description })),
          { value: "commands", description: "carry itself" },
        ],
      },
      optional: true,
      help: `one of ${NAMES.join(", ")}; without it, they are listed`,
    },
  },
  examples: [
    { line: "carry schema position", what: "the items of carry positions list" },
    { line: "carry schema commands", what: "every command with its options" },
  ],
  async run(context, { args: { name } }, { allCommands }) {
    const { stdout } = context.io;
    if (name === undefined) {
      const lines = Object.entries(RESOURCES).map(([key, what]) => `${key.padEnd(17)}${what}\n`);
      await stdout.write(`${lines.join("")}${"commands".padEnd(17)}carry itself\n`);
    } else {
      const described = name === "commands" ? await commandsOf(allCommands) : await schemaOf(name);
      await stdout.write(`${JSON.stringify(described, null, 2)}\n`);
    }
    return undefined;
  },
});

async function commandsOf(allCommands: TreeAccess["allCommands"]): Promise<unknown> {
  const { describeProgram } = await import("./describe.js");
  return describeProgram(await allCommands());
}

async function schemaOf(name: string): Promise<unknown> {
  if (!isResource(name)) {
    const nearest = nearestTo(name, NAMES);
    throw new UsageError(
      `schema: there is none named "${name}"`,
      `${nearest === undefined ? "" : `did you mean ${nearest}? `}the names are ${NAMES.join(", ")}`,
    );
  }
  if (isOwn(name)) return OWN_SCHEMAS[name];
  if (name === "funding-compare") return FUNDING_COMPARE_SCHEMA;
  const { jsonSchemaOf } = await import("../../client/resources/json-schema.js");
  return jsonSchemaOf(name);
}

function isOwn(name: Resource): name is keyof typeof OWN_SCHEMAS {
  return Object.hasOwn(OWN_SCHEMAS, name);
}

function isResource(name: string): name is Resource {
  return Object.hasOwn(RESOURCES, name);
}
