import { UsageError } from "../../base/usage-error.js";
import { type CommandSpec, defineCommand, type TreeAccess } from "../../run/define.js";
import { helpWidth, layOutHelp } from "../../run/help-layout.js";
import { SOME_TEXT } from "../../run/kinds.js";
import { writePaged } from "../../run/print.js";
import { TOPICS, titleOf } from "./topics.js";

const NAMES = Object.keys(TOPICS);

export const help = defineCommand({
  prints: "text",
  keepsClock: true,
  description:
    "Explain a command, as its --help does, or a topic; without one the topics are listed",
  args: {
    what: {
      kind: {
        ...SOME_TEXT,
        choices: Object.entries(TOPICS).map(([value, { summary }]) => ({
          value,
          description: summary,
        })),
      },
      many: true,
      optional: true,
      commands: true,
      help: `a command such as \`positions list\`, or a topic: ${NAMES.join(", ")}`,
    },
  },
  options: { all: { kind: "flag", help: "every page: all commands and topics" } },
  examples: {
    "carry help": "list the topics",
    "carry help positions list": "the same as carry positions list --help",
    "carry help exit-codes": "what scripts can rely on",
    "carry help --all": "every page",
  },
  async run(context, { args: { what: words = [] }, options: { all } }, { helpOf, allCommands }) {
    const width = helpWidth(context.io.stdout.columns);
    if (all === true) {
      if (words.length > 0) throw new UsageError("--all shows every page", "leave out the words");
      const pageOf = async (called: readonly string[]) =>
        `CARRY ${called.join(" ").toUpperCase()}\n\n${await helpOf(called)}`;
      const pages = [
        ...wordsOf(await allCommands()).map(pageOf),
        ...NAMES.map((name) => topicText([name], width)),
      ];
      return writePaged(context, (await Promise.all(pages)).join(`\n${"─".repeat(width)}\n\n`));
    }
    const text =
      words.length === 0
        ? topicList(width)
        : ((await topicText(words, width)) ?? (await helpOf(words)));
    if (text === undefined) throw await unknown(words, allCommands);
    return writePaged(context, text);
  },
});

/** Returns the words of each command that help shows, without short forms. */
function wordsOf(commands: readonly CommandSpec[], path: readonly string[] = []): string[][] {
  return commands.flatMap(({ name, shortFor, commands: own = [] }) =>
    shortFor !== undefined ? [] : [[...path, name], ...wordsOf(own, [...path, name])],
  );
}

function topicList(width: number): string {
  const topics = Object.entries(TOPICS).map(([name, { summary }]) => ({
    term: `carry help ${name}`,
    description: summary,
  }));
  const command = {
    term: "carry help <command>",
    description: "the same as carry <command> --help",
  };
  return layOutHelp(
    "carry --help lists the commands.",
    [
      { title: "Topics:", entries: topics },
      { title: "Commands:", entries: [command] },
    ],
    width,
  );
}

/** Returns a topic with its title; ignores inherited names such as `constructor`. */
async function topicText(
  [name = "", ...more]: readonly string[],
  width: number,
): Promise<string | undefined> {
  const topic = more.length === 0 && Object.hasOwn(TOPICS, name) ? TOPICS[name] : undefined;
  return topic && `${titleOf(name).toUpperCase()}: ${topic.summary}\n\n${await topic.text(width)}`;
}

async function unknown(
  words: readonly string[],
  allCommands: TreeAccess["allCommands"],
): Promise<UsageError> {
  const { didYouMean, insteadOf, meantCalls } = await import("./meant.js");
  const message = `there is no help on "${words.join(" ")}"`;
  const instead = insteadOf(words);
  if (instead !== undefined) return new UsageError(message, instead);
  const calls = meantCalls(words, await allCommands()).map(
    (call) => `carry ${call.replace(/^(?!help |.*--)/, "help ")}`,
  );
  const suggestion = calls.length === 0 ? "" : `${didYouMean(calls)} `;
  return new UsageError(
    message,
    `${suggestion}the topics are ${NAMES.join(", ")}; \`carry --help\` lists the commands`,
  );
}
