import type { Context } from "./context.js";
import type { ExitCode } from "./errors/exit-codes.js";
import type { ArgumentsData, ArgumentsOf, OptionsData, OptionsOf } from "./option.js";

/** A command line that works as it stands, and what it is for. */
export interface Example {
  readonly line: string;
  readonly what: string;
}

/** What was typed, read by the kinds of the definition. */
export interface Typed {
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The commands themselves, for those that speak of them. */
export interface TreeAccess {
  /** The help page of a command named by its words; undefined when there is no such command. */
  readonly helpOf: (words: readonly string[]) => string | undefined;
  /** Every command with its definition. */
  readonly allCommands: () => Promise<readonly CommandSpec[]>;
}

/** What a command takes and does. Its file exports one, made by {@link defineCommand}. */
export interface CommandDefinition {
  /** More than the summary says, for its help page. */
  readonly description?: string;
  /** In the order in which they are typed. */
  readonly args?: ArgumentsData;
  readonly options?: OptionsData;
  readonly examples?: readonly Example[];
  /** What `--columns` and `--sort` know. */
  readonly columns?: () => readonly string[];
  /** @returns the exit code when it is not 0 */
  run(context: Context, typed: Typed, tree: TreeAccess): Promise<ExitCode | undefined>;
}

interface TypedDefinition<A extends ArgumentsData, O extends OptionsData>
  extends CommandDefinition {
  readonly args?: A;
  readonly options?: O;
  run(
    context: Context,
    typed: { readonly args: ArgumentsOf<A>; readonly options: OptionsOf<O> },
    tree: TreeAccess,
  ): Promise<ExitCode | undefined>;
}

/**
 * Defines a command as data: commander's adapter, help, completion, `carry schema commands`, the
 * reference and the manual all read it. `run` gets arguments and options with the types that follow
 * from their kinds.
 */
export function defineCommand<
  const A extends ArgumentsData = Record<never, never>,
  const O extends OptionsData = Record<never, never>,
>(definition: TypedDefinition<A, O>): CommandDefinition {
  return definition;
}

/** A place in the command tree: what a command is called, and where its definition is. */
export interface CommandEntry {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** The heading under which help lists it. */
  readonly group?: string;
  /** Not shown in help. */
  readonly hidden?: boolean;
  readonly commands?: readonly CommandEntry[];
  /** undefined: a group, which does nothing by itself. */
  readonly load?: () => Promise<CommandDefinition>;
}

/** A command with its definition, as far as that was loaded. */
export interface CommandSpec extends CommandEntry, Partial<CommandDefinition> {
  readonly loaded: boolean;
  readonly commands?: readonly CommandSpec[];
}
