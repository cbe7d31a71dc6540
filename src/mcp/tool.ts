/** An argument of a tool, in the words of JSON Schema. */
export interface ToolInput {
  readonly type: "string" | "integer";
  /** Purpose, for the agent; short, since every agent reads all of them. */
  readonly description?: string;
  /** Accepted values; any when omitted. */
  readonly enum?: readonly string[];
  readonly required?: true;
}

export type ToolInputs = Readonly<Record<string, ToolInput>>;

type ValueOf<I extends ToolInput> =
  | (I["type"] extends "integer" ? number : string)
  | (I["required"] extends true ? never : undefined);

/** Typed arguments of a call. */
export type InputsOf<I extends ToolInputs> = { readonly [K in keyof I]: ValueOf<I[K]> };

/** What a command line printed. */
export interface Printed {
  /** Parsed stdout, with {@link Digits} in place of numbers that a double does not keep. */
  readonly value: unknown;
  /** Warnings, notes and errors of parts, without control characters. */
  readonly notes: readonly string[];
}

/** Runs commands for a tool. */
export interface Asked {
  /** Runs a command line with `-o json`. @throws {ToolError} when it printed nothing */
  run(words: readonly string[]): Promise<Printed>;
}

/** The result of a call, before it is cut to size. */
export interface ToolResult {
  /** Facts that are in every page of the result. */
  readonly head: Readonly<Record<string, unknown>>;
  /** Rows, of which a page is in the result. */
  readonly rows?: readonly unknown[];
  readonly notes?: readonly string[];
}

/** A read-only tool. */
export interface Tool {
  readonly name: string;
  /** Purpose, for the agent. */
  readonly about: string;
  readonly inputs: ToolInputs;
  call(inputs: Readonly<Record<string, unknown>>, asked: Asked): Promise<ToolResult>;
}

interface TypedTool<I extends ToolInputs> extends Tool {
  readonly inputs: I;
  call(inputs: InputsOf<I>, asked: Asked): Promise<ToolResult>;
}

/** Defines a tool; `call` gets arguments typed by `inputs`. */
export function defineTool<const I extends ToolInputs>(tool: TypedTool<I>): Tool {
  return tool;
}

/** A call failed; the message and the remedy are for the agent. */
export class ToolError extends Error {
  override name = "ToolError";
  constructor(
    /** Code of the error, such as `NOT_FOUND`. */
    readonly code: string,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}
