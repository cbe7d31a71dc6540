import type { Argument, Option } from "commander";
import type { Context } from "../context.js";
import type { ExitCode } from "../exit-codes.js";

/** A command line that works as it stands, and what it is for. */
export interface Example {
  readonly line: string;
  readonly what: string;
}

/** A command: what it is called, what it takes, what it does. */
export interface CommandSpec {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** More than the summary says, for its help page. */
  readonly description?: string;
  readonly args?: readonly Argument[];
  readonly options?: readonly Option[];
  readonly examples?: readonly Example[];
  readonly commands?: readonly CommandSpec[];
  /** Not shown in help. */
  readonly hidden?: boolean;
  readonly run?: Run;
}

/** @returns the exit code when it is not 0 */
export type Run = (context: Context, invocation: Invocation) => Promise<ExitCode | undefined>;

/** What was typed: arguments, the command's own options, and the tree it was found in. */
export interface Invocation {
  readonly args: readonly unknown[];
  readonly options: Readonly<Record<string, unknown>>;
  /** The help page of a command named by its words; undefined when there is no such command. */
  readonly helpOf: (words: readonly string[]) => string | undefined;
}
