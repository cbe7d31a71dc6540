import { Command, type CommanderError, Option } from "commander";
import { VERSION } from "../base/version.js";
import { commonOptions } from "../command/common-options.js";
import type { CommonOptions } from "../command/context.js";
import { COMMON_OPTIONS_HEADING, root } from "../command/root.js";
import type { CommandSpec, Invocation, Run } from "../command/spec.js";
import { loadAllCommands } from "../commands/load.js";
import { formatHelp } from "./help-page.js";

/** Called with the command that was typed. */
export type Action = (run: Run, invocation: Invocation, common: CommonOptions) => Promise<void>;

/** A command line that is over once it is read: it is wrong, or help or the version was asked for. */
export class StoppedLine extends Error {
  override name = "StoppedLine";
  constructor(
    /** The command that it was found at, as it is called: `carry positions get`. */
    readonly command: string,
    override readonly cause: CommanderError,
  ) {
    super(cause.message, { cause });
  }
}

type Print = (text: string) => void;

/** Commands as commander knows them. */
export function buildProgram(
  commands: readonly CommandSpec[],
  action: Action,
  page: { print: Print; width: number },
): Command {
  const program = new Command("carry")
    .configureOutput({
      writeOut: page.print,
      writeErr: page.print, // help of a group that was named without a subcommand
      outputError: () => {}, // reported in our own form
      getOutHelpWidth: () => page.width,
      getErrHelpWidth: () => page.width,
    })
    .configureHelp({ formatHelp })
    .description(root.description)
    .version(VERSION, root.version.flags, root.version.description)
    .enablePositionalOptions()
    .exitOverride(stopAt("carry"))
    .helpCommand(false)
    .helpOption(root.help.flags, root.help.description);
  addCommonOptions(program, []);
  for (const spec of commands) addCommand(program, spec, action);
  program.addHelpText("after", root.after);
  return program;
}

function addCommand(parent: Command, spec: CommandSpec, action: Action): void {
  const command = parent.command(spec.name, spec.hidden === true ? { hidden: true } : {});
  command.exitOverride(stopAt(pathOf(command))).helpCommand(false);
  command.aliases(spec.aliases ?? []).summary(spec.summary);
  command.description(capitalised(spec.description ?? spec.summary));
  for (const argument of spec.args ?? []) command.addArgument(argument);
  for (const option of spec.options ?? []) command.addOption(option);
  if (spec.loaded) addCommonOptions(command, spec.options ?? []);
  for (const child of spec.commands ?? []) addCommand(command, child, action);
  if (spec.examples !== undefined) command.addHelpText("after", examplesText(spec));
  const { run } = spec;
  if (run === undefined) return;
  command.action(() => {
    const typed = typedOptions(command);
    const invocation: Invocation = {
      args: command.processedArgs,
      options: typed,
      helpOf: (words) => helpPage(rootOf(command), words),
      describeCommands: describeAll,
      allCommands: loadAllCommands,
    };
    return action(run, invocation, typed as CommonOptions);
  });
}

/** A command's own option takes the place of a common one with the same flag. */
function addCommonOptions(
  command: Command,
  own: readonly { short?: string | undefined; long?: string | undefined }[],
): void {
  const taken = new Set(own.flatMap(({ short, long }) => [short, long]));
  for (const option of commonOptions()) {
    if (taken.has(option.long)) continue;
    if (option.short !== undefined && taken.has(option.short)) {
      command.addOption(
        new Option(`--${option.name()}`, option.description).helpGroup(COMMON_OPTIONS_HEADING),
      );
    } else {
      command.addOption(option);
    }
  }
}

/** What was typed, wherever in the line: a later option wins over an earlier one. */
function typedOptions(command: Command): Record<string, unknown> {
  const chain: Command[] = [];
  for (let it: Command | null = command; it !== null; it = it.parent) chain.unshift(it);
  const typed: Record<string, unknown> = {};
  for (const it of chain) {
    for (const [name, value] of Object.entries(it.opts())) {
      if (it.getOptionValueSource(name) === "cli") typed[name] = value;
    }
  }
  return typed;
}

async function describeAll(): Promise<Record<string, unknown>> {
  const { describeProgram } = await import("../command/describe.js");
  const { modelOf } = await import("../commands/completion/model.js");
  const commands = await loadAllCommands();
  const page = { print: () => {}, width: 100 };
  return describeProgram(
    buildProgram(commands, async () => {}, page),
    modelOf(commands),
  );
}

function stopAt(path: string): (error: CommanderError) => never {
  return (error) => {
    throw new StoppedLine(path, error);
  };
}

function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

function helpPage(program: Command, words: readonly string[]): string | undefined {
  let command: Command | undefined = program;
  for (const word of words) {
    command = command?.commands.find((it) => it.name() === word || it.aliases().includes(word));
  }
  if (command === undefined) return undefined;
  let page = "";
  const output = command.configureOutput();
  command.configureOutput({
    ...output,
    writeOut: (text) => {
      page += text;
    },
  });
  command.outputHelp();
  return page;
}

function examplesText(spec: CommandSpec): string {
  const lines = (spec.examples ?? []).map(({ line, what }) => `  # ${what}\n  ${line}`);
  return `\nExamples:\n${lines.join("\n\n")}`;
}

function capitalised(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}
