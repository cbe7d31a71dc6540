import { Command, type CommanderError, type Option } from "commander";
import { UsageError } from "../base/usage-error.js";
import { VERSION } from "../base/version.js";
import { findCommand, loadAllCommands, loadCommand } from "../commands/load.js";
import { COMMON_OPTIONS } from "../run/common-options.js";
import type { CommandEntry, CommandSpec, TreeAccess, Typed } from "../run/define.js";
import { root } from "../run/help-layout.js";
import type { Given, OptionsData } from "../run/option.js";
import type { OwnShape } from "../run/output-options.js";
import { type KeyedOption, keyedOptions, toArgument, typedIn } from "./commander-options.js";
import { commandPage, type HelpPage, helpText, rootPage } from "./help-page.js";

/** The typed command with its arguments and options. */
export interface TypedLine {
  readonly run: NonNullable<CommandSpec["run"]>;
  readonly typed: Typed;
  /** The given options: the command's own and the common ones. */
  readonly given: readonly Given[];
  readonly tree: Omit<TreeAccess, "runLine">;
  readonly keepsClock: boolean;
  readonly shape: OwnShape;
  /** The words of the command: `positions list`, also where a shorter name was typed. */
  readonly words: string;
}

/** A command line that runs no command: it is invalid, or asks for help or the version. */
export class StoppedLine extends Error {
  override name = "StoppedLine";
  constructor(
    /** The command at which parsing stopped; its `args` are the words behind its name. */
    readonly command: Command,
    override readonly cause: CommanderError,
  ) {
    super(cause.message, { cause });
  }
}

/** How a command line is handled. */
interface Handling {
  readonly action: (line: TypedLine) => Promise<void>;
  /** Prints help and the version. */
  readonly print: (text: string) => void;
  /** Width of help, columns. */
  readonly width: number;
}

/** Builds the commander program; the definition of a command is loaded when its name is typed. */
export function buildProgram(entries: readonly CommandEntry[], handling: Handling): Command {
  const program = new Command("carry")
    .configureOutput({
      writeOut: handling.print,
      writeErr: handling.print, // help of a group that was called without a subcommand
      outputError: () => {}, // reported by reportFailure
    })
    .version(VERSION, root.version.flags, root.version.description)
    .enablePositionalOptions()
    .showSuggestionAfterError(false)
    .helpCommand(false)
    .helpOption(root.help.flags, root.help.description);
  stopInstead(program, rootPage(entries), handling);
  addCommonOptions(program);
  addCommands(program, entries, handling);
  return program;
}

function addCommands(parent: Command, entries: readonly CommandEntry[], handling: Handling): void {
  for (const { name, aliases = [] } of entries) {
    parent.command(name).aliases(aliases).helpCommand(false);
  }
  parent.hook("preSubcommand", async (_parent, command) => {
    const entry = entries.find(({ name }) => name === command.name());
    if (entry !== undefined) define(command, await loadCommand(entry), handling);
  });
}

function define(command: Command, spec: CommandSpec, handling: Handling): void {
  const args = Object.entries(spec.args ?? {});
  for (const [key, data] of args) command.addArgument(toArgument(key, data));
  const own = addOwnOptions(command, spec.options ?? {});
  const common = addCommonOptions(command);
  stopInstead(command, commandPage(spec, pathOf(command.parent), own), handling);
  addCommands(command, spec.commands ?? [], handling);
  const { run } = spec;
  if (run === undefined) return;
  command.action(() => {
    const all = [...common, ...own];
    const options = typedIn(chainOf(command), all);
    const given = all.flatMap(({ key, data }) =>
      key in options ? [{ data, value: options[key] }] : [],
    );
    return handling.action({
      run,
      typed: {
        args: Object.fromEntries(args.map(([key], at) => [key, command.processedArgs[at]])),
        options,
      },
      given,
      tree: {
        helpOf: (words) => helpOf(words, handling.width),
        allCommands: loadAllCommands,
      },
      keepsClock: spec.keepsClock === true,
      shape: spec,
      words: spec.shortFor ?? pathOf(command),
    });
  });
}

/** Makes a command throw instead of ending the process, and print this page as its help. */
function stopInstead(command: Command, page: HelpPage, { width }: Handling): void {
  command.exitOverride((error) => {
    throw new StoppedLine(command, error);
  });
  command.helpInformation = () => helpText(page, width);
}

function addOwnOptions(command: Command, options: OptionsData): KeyedOption[] {
  const keyed = keyedOptions(options);
  for (const { data, option } of keyed) {
    const names = (data.excludes ?? []).flatMap((other) =>
      keyed.filter(({ key }) => key === other).map((it) => it.option.attributeName()),
    );
    command.on(`option:${option.name()}`, () => refuseBothForms(command, option)); // before it is set
    command.addOption(option.conflicts(names));
  }
  return keyed;
}

/** Refuses an option and its negated form, of which commander takes the last. @throws {UsageError} */
function refuseBothForms(command: Command, option: Option): void {
  const name = option.attributeName();
  const isNegated = command.getOptionValue(name) === false;
  if (command.getOptionValueSource(name) !== "cli" || isNegated === option.negate) return;
  const flag = option.name().replace(/^no-/, "");
  throw new UsageError(`--${flag} and --no-${flag} exclude each other`, "leave out one of them");
}

/** Conflicts between common options are found from their values later: `-o json --json` is allowed. */
function addCommonOptions(command: Command): KeyedOption[] {
  const added = keyedOptions(COMMON_OPTIONS);
  for (const { option } of added) command.addOption(option);
  return added;
}

function chainOf(command: Command): Command[] {
  return command.parent === null ? [command] : [...chainOf(command.parent), command];
}

/** Returns the words of a command: `carry positions get`. */
export function pathOf(command: Command | null): string {
  return command === null ? "" : `${pathOf(command.parent)} ${command.name()}`.trim();
}

/** Returns the help of the command at these words; undefined if there is none. */
async function helpOf(words: readonly string[], width: number): Promise<string | undefined> {
  const spec = await findCommand(words);
  if (spec === undefined) return undefined;
  const path = ["carry", ...words.slice(0, -1)].join(" ");
  return helpText(commandPage(spec, path, keyedOptions(spec.options ?? {})), width);
}
