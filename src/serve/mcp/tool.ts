import { isRecord } from "../../base/collections.js";

/** An argument of a tool, in the words of JSON Schema. */
interface ToolInput {
  readonly type: "string" | "integer";
  /** Purpose, for the agent; short, since every agent reads all of them. */
  readonly description?: string;
  /** Accepted values; any when omitted. */
  readonly enum?: readonly string[];
}

/** The arguments of a call that were given, by their names. */
export type Given = Readonly<Record<string, string | number | undefined>>;

/** A read-only tool: a command of the same name, whose rows are given in pages. */
export interface Tool {
  readonly name: string;
  /** Purpose, for the agent. */
  readonly about: string;
  readonly inputs: Readonly<Record<string, ToolInput>>;
  /** Arguments without which there is no call. */
  readonly required?: readonly string[];
  /** Returns the words of the command for arguments that fit. */
  readonly words: (given: Given) => readonly string[];
  /** Returns the parts of what the command printed; default: its `rows`, and all else but its inputs. */
  readonly parts?: (printed: unknown, given: Given) => Parts;
}

/** The result of a call, before it is cut to size. */
export interface Parts {
  /** What is in every page of the result. */
  readonly head: Readonly<Record<string, unknown>>;
  /** Rows, of which a page is in the result. */
  readonly rows?: readonly unknown[];
}

/** What a command printed. */
export interface Printed {
  /** Parsed stdout, with {@link Digits} in place of numbers that a double does not keep. */
  readonly value: unknown;
  /** Warnings, notes and errors of parts, without control characters. */
  readonly notes: readonly string[];
}

/** Runs a command line with `-o json`. @throws {ToolError} when it printed nothing */
export type Run = (words: readonly string[]) => Promise<Printed>;

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

/** Returns the JSON Schema of a tool's arguments. */
export function inputSchema({ inputs, required }: Tool): Record<string, unknown> {
  const properties = { ...inputs };
  return { type: "object", properties, ...(required && { required }), additionalProperties: false };
}

/** Returns the arguments of a call. @throws {ToolError} if a tool does not accept them */
export function givenTo({ name: tool, inputs, required = [] }: Tool, value: unknown): Given {
  const refuse = (why: string) => new ToolError("USAGE", `${tool}: ${why}`);
  if (!isRecord(value)) throw refuse("the arguments are not an object");
  const missing = required.find((name) => value[name] === undefined);
  if (missing !== undefined) throw refuse(`${missing} is missing`);
  for (const [name, given] of Object.entries(value)) {
    const input = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (input === undefined) {
      const known = Object.keys(inputs).join(", ");
      throw refuse(`unknown argument ${JSON.stringify(name)}: the arguments are ${known}`);
    }
    const fault = given === undefined ? undefined : faultOf(input, given);
    if (fault !== undefined) throw refuse(`${name} ${fault}`);
  }
  return value as Given;
}

function faultOf({ type, enum: allowed }: ToolInput, value: unknown): string | undefined {
  if (type === "integer") {
    if (!Number.isSafeInteger(value)) return "is not an integer";
    return (value as number) < 0 ? "is negative" : undefined;
  }
  if (typeof value !== "string") return "is not a text";
  return allowed?.includes(value) === false ? `is none of ${allowed.join(", ")}` : undefined;
}
