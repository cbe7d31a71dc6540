import type { Io } from "../base/terminal/io.js";
import { type NamedColumn, namedColumns } from "../output/table/choose-columns.js";
import type { Context, Session } from "./context.js";
import type { ExitCode } from "./errors/exit-codes.js";
import type { ArgumentsData, ArgumentsOf, OptionsData, OptionsOf } from "./option.js";
import type { OwnShape } from "./output-options.js";

/** A complete command line, with its purpose. */
export interface Example {
  readonly line: string;
  readonly what: string;
}

/** Typed arguments and options, parsed by the kinds of the definition. */
export interface Typed {
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Access to the commands, for those that describe or run them. */
export interface TreeAccess {
  /** Returns the help page of a command by its words; undefined for an unknown command. */
  readonly helpOf: (words: readonly string[]) => Promise<string | undefined>;
  readonly allCommands: () => Promise<readonly CommandSpec[]>;
  /** Runs another command line within a session. @returns its exit code */
  readonly runLine: (words: readonly string[], io: Io, session: Session) => Promise<ExitCode>;
}

/** Definition of a command. Its file exports one, made by {@link defineCommand}. */
export interface CommandDefinition extends OwnShape {
  /** Description on the help page, longer than the summary. */
  readonly description?: string;
  /** Arguments in the order in which they are typed. */
  readonly args?: ArgumentsData;
  readonly options?: OptionsData;
  readonly examples?: readonly Example[];
  /** Whether it runs by the computer's clock, also where variables set the time of a sandbox. */
  readonly keepsClock?: true;
  /** Returns the views that it prints, whose columns `--columns` and `--sort` take. */
  readonly views?: () => readonly { readonly columns: readonly NamedColumn[] }[];
  /** Runs the command. @returns the exit code; undefined for 0 */
  run(context: Context, typed: Typed, tree: TreeAccess): Promise<ExitCode | undefined>;
}

interface TypedDefinition<A extends ArgumentsData, O extends OptionsData>
  extends Omit<CommandDefinition, "run" | "examples"> {
  readonly args?: A;
  readonly options?: O;
  /** What each example is for, by its command line. */
  readonly examples?: Readonly<Record<string, string>>;
  run(
    context: Context,
    typed: { readonly args: ArgumentsOf<A>; readonly options: OptionsOf<O> },
    tree: TreeAccess,
  ): Promise<ExitCode | undefined> | Promise<void>;
}

/**
 * Defines a command as data, read by the commander adapter, help, completion, `carry schema commands`, the
 * reference and the manual. `run` gets arguments and options typed by their kinds.
 */
export function defineCommand<
  const A extends ArgumentsData = Record<never, never>,
  const O extends OptionsData = Record<never, never>,
>(definition: TypedDefinition<A, O>): CommandDefinition {
  const examples = Object.entries(definition.examples ?? {});
  return {
    ...(definition as Omit<CommandDefinition, "examples">),
    examples: examples.map(([line, what]) => ({ line, what })),
  };
}

/** An entry of the command tree: names and summary of a command, and how to load its definition. */
export interface CommandEntry {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Heading under which help lists it. */
  readonly group?: string;
  /** Words of the command that it is another, shorter name of: `positions list`. */
  readonly shortFor?: string;
  readonly commands?: readonly CommandEntry[];
  /** Loads the definition; undefined for a group of commands. */
  readonly load?: () => Promise<CommandDefinition>;
}

/** A command with its definition, if that is loaded. */
export interface CommandSpec extends CommandEntry, Partial<CommandDefinition> {
  readonly commands?: readonly CommandSpec[];
}

/** Returns the names of the columns of a command, each once. */
export function columnsOf({ views }: Pick<CommandDefinition, "views">): string[] {
  return [...new Set(views?.().flatMap(({ columns }) => namedColumns(columns)))];
}
