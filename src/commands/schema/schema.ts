import { UsageError } from "../../base/usage-error.js";
import { defineCommand, type TreeAccess } from "../../command/define.js";
import { SOME_TEXT } from "../../command/kinds.js";
import { nearestTo } from "../../output/text/nearest.js";
import { SCHEMAS } from "./schemas.js";

const NAMES = [...SCHEMAS.map(({ name }) => name), "commands"];

export const schema = defineCommand({
  description:
    "Print the JSON Schema (2020-12) of the -o json output for a resource; `commands` describes the commands, options and exit codes for programs that use carry",
  args: {
    name: {
      kind: {
        ...SOME_TEXT,
        choices: [
          ...SCHEMAS.map(({ name, printedBy }) => ({ value: name, description: printedBy })),
          { value: "commands", description: "carry itself" },
        ],
      },
      optional: true,
      help: `one of ${NAMES.join(", ")}; if omitted, they are listed`,
    },
  },
  examples: [
    { line: "carry schema position", what: "the items of carry positions list" },
    { line: "carry schema commands", what: "every command with its options" },
  ],
  async run(context, { args: { name } }, { allCommands }) {
    const { stdout } = context.io;
    if (name === undefined) {
      const lines = SCHEMAS.map(({ name, printedBy }) => `${name.padEnd(17)}${printedBy}\n`);
      await stdout.write(`${lines.join("")}${"commands".padEnd(17)}carry itself\n`);
    } else {
      const described = name === "commands" ? await commandsOf(allCommands) : schemaOf(name);
      await stdout.write(`${JSON.stringify(described, null, 2)}\n`);
    }
    return undefined;
  },
});

async function commandsOf(allCommands: TreeAccess["allCommands"]): Promise<unknown> {
  const { describeProgram } = await import("./describe.js");
  return describeProgram(await allCommands());
}

function schemaOf(name: string): object {
  const found = SCHEMAS.find((it) => it.name === name);
  if (found !== undefined) return found.schema();
  const nearest = nearestTo(name, NAMES);
  throw new UsageError(
    `schema: no schema is named "${name}"`,
    `${nearest === undefined ? "" : `did you mean ${nearest}? `}the names are ${NAMES.join(", ")}`,
  );
}
