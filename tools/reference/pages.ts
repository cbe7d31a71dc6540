import { COMMON_OPTIONS } from "../../src/command/common-options.js";
import type { CommandSpec } from "../../src/command/define.js";
import { optionModels } from "../../src/command/option-models.js";
import { root } from "../../src/command/root.js";
import { TOPICS, titleOf } from "../../src/commands/help/topics.js";
import { loadAllCommands } from "../../src/commands/load.js";
import { commandPage, commandTerm, optionTerm, visible } from "./command-page.js";
import { FILES } from "./files.js";
import type { Block, Page, Section } from "./page.js";
import { prose } from "./prose.js";

const ROOT = ["carry"];

/** Returns every page: `carry` itself, then the commands, each group before its subcommands. */
export async function pages(): Promise<Page[]> {
  const tree = await loadAllCommands();
  const commands = tree.flatMap((spec) =>
    pagesBelow([spec], ROOT).map((page) => ({ ...page, file: fileOf(spec) })),
  );
  return [await rootPage(tree), ...commands];
}

/** Returns the name of the file of the reference with a command: that of its group. */
function fileOf({ name, group = name, commands }: CommandSpec): string {
  return commands === undefined ? group.toLowerCase().replaceAll(" ", "-") : name;
}

function pagesBelow(specs: readonly CommandSpec[], words: readonly string[]): Page[] {
  return visible({ commands: specs }).flatMap((spec) => {
    const own = [...words, spec.name];
    return [commandPage(spec, own), ...pagesBelow(spec.commands ?? [], own)];
  });
}

async function rootPage(tree: readonly CommandSpec[]): Promise<Page> {
  const commands = visible({ commands: tree });
  const topics = await Promise.all(Object.keys(TOPICS).map(topicSection));
  const plain = [root.version, root.help].map(({ flags, description }) => ({
    term: flags,
    text: description,
  }));
  return {
    words: ROOT,
    summary: "check hedged funding positions, funding rates and assets from the terminal",
    sections: [
      { title: "Synopsis", blocks: [{ kind: "code", text: "carry [options] <command>" }] },
      { title: "Description", blocks: prose(root.description) },
      {
        title: "Commands",
        blocks: [{ kind: "terms", terms: commands.map((it) => commandTerm(it, ROOT)) }],
      },
      {
        title: "Global options",
        blocks: [
          { kind: "text", text: "Accepted before and after the words of the command." },
          {
            kind: "terms",
            terms: [...plain, ...optionModels(COMMON_OPTIONS).map(optionTerm)],
          },
        ],
      },
      ...topics.flat(),
      { title: "Files", blocks: files() },
    ],
    related: commands.map(({ name }) => [...ROOT, name]),
  };
}

/** Returns the section of a topic of `carry help`; the global options have one of their own. */
async function topicSection(name: string): Promise<Section[]> {
  const text = name === "options" ? undefined : await TOPICS[name]?.text(100);
  return text === undefined ? [] : [{ title: titleOf(name), blocks: prose(text) }];
}

function files(): Block[] {
  const terms = FILES.map(({ what, places: [linux = "", mac, windows] }) => ({
    term: what,
    text: `${linux}, on macOS ${mac}, on Windows ${windows}`,
  }));
  return [{ kind: "terms", terms }];
}
