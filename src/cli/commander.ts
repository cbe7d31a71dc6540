import { Command, type CommanderError, Option } from "commander";
import { VERSION } from "../base/version.js";
import { COMMON_OPTIONS, COMMON_OPTIONS_HEADING } from "../command/common-options.js";
import type { CommandSpec, TreeAccess, Typed } from "../command/define.js";
import type { OptionsData } from "../command/option.js";
import { root } from "../command/root.js";
import type { Given } from "../command/typed-settings.js";
import { loadAllCommands } from "../commands/load.js";
import { type KeyedOption, keyedOptions, toArgument, typedIn } from "./commander-options.js";
import { formatHelp } from "./help-page.js";

/** The typed command with its arguments and options. */
export interface TypedLine {
  readonly run: NonNullable<CommandSpec["run"]>;
  readonly typed: Typed;
  /** The given options: the command's own and the common ones. */
  readonly given: readonly Given[];
  readonly tree: Omit<TreeAccess, "runLine">;
  readonly keepsClock: boolean;
}

export type Action = (line: TypedLine) => Promise<void>;

/** A command line that runs no command: it is invalid, or asks for help or the version. */
export class StoppedLine extends Error {
  override name = "StoppedLine";
  constructor(
    /** Path of the command at which parsing stopped: `carry positions get`. */
    readonly command: string,
    override readonly cause: CommanderError,
  ) {
    super(cause.message, { cause });
  }
}

type Print = (text: string) => void;

/** Builds the commander program from the definitions of commands. */
export function buildProgram(
  commands: readonly CommandSpec[],
  action: Action,
  page: { print: Print; width: number },
): Command {
  const program = new Command("carry")
    .configureOutput({
      writeOut: page.print,
      writeErr: page.print, // help of a group that was called without a subcommand
      outputError: () => {}, // reported by reportFailure
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
  if (spec.group !== undefined) command.helpGroup(`${spec.group}:`);
  command.description(capitalised(spec.description ?? spec.summary));
  const args = Object.entries(spec.args ?? {});
  for (const [key, data] of args) command.addArgument(toArgument(key, data));
  const own = addOwnOptions(command, spec.options ?? {});
  const common = spec.loaded ? addCommonOptions(command, own) : [];
  for (const child of spec.commands ?? []) addCommand(command, child, action);
  if (spec.examples !== undefined) command.addHelpText("after", examplesText(spec));
  const { run } = spec;
  if (run === undefined) return;
  command.action(() => {
    const all = [...common, ...own];
    const options = typedIn(chainOf(command), all);
    const given = all.flatMap(({ key, data }) =>
      key in options ? [{ data, value: options[key] }] : [],
    );
    return action({
      run,
      typed: {
        args: Object.fromEntries(args.map(([key], at) => [key, command.processedArgs[at]])),
        options,
      },
      given,
      tree: {
        helpOf: (words) => helpPage(rootOf(command), words),
        allCommands: loadAllCommands,
      },
      keepsClock: spec.keepsClock === true,
    });
  });
}

function addOwnOptions(command: Command, options: OptionsData): KeyedOption[] {
  const keyed = keyedOptions(options);
  for (const { data, option } of keyed) {
    const names = (data.excludes ?? []).flatMap((other) =>
      keyed.filter(({ key }) => key === other).map((it) => it.option.attributeName()),
    );
    command.addOption(option.conflicts(names));
  }
  return keyed;
}

/**
 * Adds the common options except those whose flag the command uses itself. Conflicts between common
 * options are found from their values later, since repeating the same value is allowed.
 */
function addCommonOptions(command: Command, own: readonly KeyedOption[]): KeyedOption[] {
  const taken = new Set(own.flatMap(({ option }) => [option.short, option.long]));
  const added = keyedOptions(COMMON_OPTIONS)
    .filter(({ option }) => !taken.has(option.long))
    .map((keyed) =>
      keyed.option.short !== undefined && taken.has(keyed.option.short)
        ? { ...keyed, option: new Option(`--${keyed.option.name()}`, keyed.option.description) }
        : keyed,
    );
  for (const { option } of added) command.addOption(option.helpGroup(COMMON_OPTIONS_HEADING));
  return added;
}

function chainOf(command: Command): Command[] {
  return command.parent === null ? [command] : [...chainOf(command.parent), command];
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
