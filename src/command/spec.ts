import type { Argument, Option } from "commander";
import type { DynamicKind } from "../completion/model.js";
import type { Context } from "./context.js";
import type { ExitCode } from "./errors/exit-codes.js";

/** A command line that works as it stands, and what it is for. */
export interface Example {
  readonly line: string;
  readonly what: string;
}

/** A value that completion offers. */
export interface Choice {
  readonly value: string;
  readonly description: string;
  /** What the argument behind it takes, where that depends on this one. */
  readonly next?: Offers;
}

/** What completion offers as values of an option or argument, beyond what its definition tells. */
export interface Offers {
  readonly choices?: readonly (string | Choice)[];
  readonly source?: DynamicKind | "file" | "columns" | "sort";
  /** Several, separated by commas. */
  readonly list?: boolean;
  readonly repeatable?: boolean;
  /** Options that cannot stand beside it. */
  readonly excludes?: readonly string[];
  /** The words of every command, as `carry help` takes them. */
  readonly commands?: boolean;
}

/** What a command takes and does. Its file exports one. */
export interface CommandDefinition {
  /** More than the summary says, for its help page. */
  readonly description?: string;
  readonly args?: readonly Argument[];
  readonly options?: readonly Option[];
  readonly examples?: readonly Example[];
  /** What `--columns` and `--sort` know. */
  readonly columns?: () => readonly string[];
  /** By long flag, or by an argument's name; see also `commands/completion/known.ts`. */
  readonly offers?: Readonly<Record<string, Offers>>;
  readonly run: Run;
}

/** A place in the command tree: what a command is called, and where its definition is. */
export interface CommandEntry {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
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

/** @returns the exit code when it is not 0 */
export type Run = (context: Context, invocation: Invocation) => Promise<ExitCode | undefined>;

/** What was typed: arguments, the command's own options, and the tree it was found in. */
export interface Invocation {
  readonly args: readonly unknown[];
  readonly options: Readonly<Record<string, unknown>>;
  /** The help page of a command named by its words; undefined when there is no such command. */
  readonly helpOf: (words: readonly string[]) => string | undefined;
  /** The whole command tree as data. */
  readonly describeCommands: () => Promise<Record<string, unknown>>;
  /** Every command with its definition. */
  readonly allCommands: () => Promise<readonly CommandSpec[]>;
}
