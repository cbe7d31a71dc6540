import { UsageError } from "../../base/usage-error.js";
import type { CommandSpec } from "../../command/define.js";
import { defineCommand } from "../../command/define.js";
import { SOME_TEXT } from "../../command/kinds.js";
import { nearestTo } from "../../output/text/nearest.js";
import { TOPICS } from "./topics.js";

export const help = defineCommand({
  keepsClock: true,
  args: {
    what: {
      kind: {
        ...SOME_TEXT,
        choices: Object.keys(TOPICS).map((value) => ({ value, description: "a topic" })),
      },
      many: true,
      optional: true,
      commands: true,
      help: "a command such as `positions list`, or a topic",
    },
  },
  examples: [
    { line: "carry help positions list", what: "the same as carry positions list --help" },
    { line: "carry help exit-codes", what: "what scripts can rely on" },
  ],
  async run(context, { args }, { helpOf, allCommands }) {
    const words = args.what ?? [];
    const text = topicOf(words) ?? helpOf(words);
    if (text === undefined) {
      const asked = words.join(" ");
      const known = [...Object.keys(TOPICS), ...callsOf(await allCommands())];
      const near = nearestTo(asked, known);
      const suggestion = near === undefined ? "" : `did you mean ${near}? `;
      throw new UsageError(
        `there is no help on "${asked}"`,
        `${suggestion}the topics are ${Object.keys(TOPICS).join(", ")}; \`carry --help\` lists the commands`,
      );
    }
    await context.io.stdout.write(text);
    return undefined;
  },
});

/** Returns a topic; ignores inherited names such as `constructor`. */
function topicOf([word = "", ...more]: readonly string[]): string | undefined {
  return more.length === 0 && Object.hasOwn(TOPICS, word) ? TOPICS[word] : undefined;
}

/** Returns the full names of all commands, such as `positions list`. */
function callsOf(commands: readonly CommandSpec[], before = ""): string[] {
  return commands
    .filter(({ hidden }) => hidden !== true)
    .flatMap(({ name, commands: own = [] }) => [
      before + name,
      ...callsOf(own, `${before}${name} `),
    ]);
}
