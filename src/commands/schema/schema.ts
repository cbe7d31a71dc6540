import { UsageError } from "../../base/usage-error.js";
import type { Schema } from "../../output/schema.js";
import { nearestTo } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import { defineCommand, type TreeAccess } from "../../run/define.js";
import { SOME_TEXT } from "../../run/kinds.js";
import { hideCredentials } from "../../run/settings/kinds.js";
import { SCHEMAS } from "./schemas.js";

const ALL = [
  ...SCHEMAS.map(({ name, printedBy }) => ({ value: name, description: printedBy })),
  { value: "commands", description: "carry itself" },
  { value: "openapi", description: "the service" },
];
const WIDTH = Math.max(...ALL.map(({ value }) => value.length)) + 2;
const NAMES = ALL.map(({ value }) => value);

/** Base URL in the OpenAPI document when none is set. */
const ANY_SERVICE = "https://service.example";

export const schema = defineCommand({
  prints: "JSON",
  formats: ["json"],
  keepsClock: true,
  description:
    "Print the JSON Schema (2020-12) of the -o json output for a resource; `commands` describes the commands, options and exit codes for programs that use carry, `openapi` the service itself (OpenAPI 3.1)",
  args: {
    name: {
      kind: { ...SOME_TEXT, choices: ALL },
      optional: true,
      help: `one of ${NAMES.join(", ")}; if omitted, they are listed`,
    },
  },
  examples: {
    "carry schema position": "what carry positions list prints",
    "carry schema commands": "every command with its options",
    "carry schema openapi": "the service, for a generator or a mock",
  },
  async run(context, { args: { name } }, { allCommands }) {
    const { stdout } = context.io;
    const write = (described: unknown) =>
      stdout.write(`${JSON.stringify(described, null, 2)}\n`).then(() => undefined);
    if (name === "commands") return write(await commandsOf(allCommands));
    if (name === "openapi") return write(await serviceOf(context));
    if (name !== undefined) return write(await schemaOf(name));
    const { json, output } = context.common;
    if (json === true || output === "json") {
      return write(ALL.map(({ value, description }) => ({ name: value, of: description })));
    }
    const lines = ALL.map(({ value, description }) => `${value.padEnd(WIDTH)}${description}\n`);
    await stdout.write(lines.join(""));
    return undefined;
  },
});

/** Returns the OpenAPI document of the service. */
async function serviceOf(context: Context): Promise<unknown> {
  const { openApi } = await import("../../client/resources/openapi.js");
  const base = await context.setting("base-url").catch(() => undefined);
  return openApi(hideCredentials(base ?? ANY_SERVICE));
}

async function commandsOf(allCommands: TreeAccess["allCommands"]): Promise<unknown> {
  const { describeProgram } = await import("./describe.js");
  return describeProgram(await allCommands());
}

async function schemaOf(name: string): Promise<Schema> {
  const found = SCHEMAS.find((it) => it.name === name);
  if (found !== undefined) return found.schema();
  const nearest = nearestTo(name, NAMES);
  throw new UsageError(
    `schema: no schema is named "${name}"`,
    `${nearest === undefined ? "" : `did you mean ${nearest}? `}the names are ${NAMES.join(", ")}`,
  );
}
