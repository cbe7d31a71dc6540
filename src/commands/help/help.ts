import { Argument } from "commander";
import type { CommandDefinition } from "../spec.js";
import { UsageError } from "../usage-error.js";
import { TOPICS } from "./topics.js";

export const help: CommandDefinition = {
  args: [new Argument("[what...]", "a command such as `positions list`, or a topic")],
  offers: {
    what: {
      commands: true,
      choices: Object.keys(TOPICS).map((value) => ({ value, description: "a topic" })),
    },
  },
  examples: [
    { line: "carry help positions list", what: "the same as carry positions list --help" },
    { line: "carry help exit-codes", what: "what scripts can rely on" },
  ],
  async run(context, { args, helpOf }) {
    const words = (args[0] ?? []) as readonly string[];
    const topic = words.length === 1 ? TOPICS[words[0] ?? ""] : undefined;
    const text = topic ?? helpOf(words);
    if (text === undefined) {
      throw new UsageError(
        `there is no help on "${words.join(" ")}"`,
        `the topics are ${Object.keys(TOPICS).join(", ")}; carry --help lists the commands`,
      );
    }
    await context.io.stdout.write(text);
    return undefined;
  },
};
