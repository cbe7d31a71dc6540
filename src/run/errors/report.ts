import { ProgramError } from "../../base/program-error.js";
import { visible } from "../../base/safe-text.js";
import type { Io, Sink } from "../../base/terminal/io.js";
import { CarryError, ListingError } from "../../client/errors.js";
import { briefError } from "../../client/http/faults.js";
import { PartialOutputError } from "../../output/formats/format.js";
import { brokenForTerminal, jsonLine } from "../../output/text/messages.js";
import { shellWord } from "../../output/text/words.js";
import type { ExitCode } from "./exit-codes.js";
import { type ErrorKind, exitCodeOf, type Failure, MEANINGS } from "./kinds.js";

/** Reports whether CARRY_DEBUG asks for requests and stack traces. */
export function isDebugging({ CARRY_DEBUG }: Io["env"]): boolean {
  return CARRY_DEBUG === "1" || CARRY_DEBUG === "true";
}

/** One of several things that were requested of a command. */
export interface Target {
  /** Value of `target` in JSON, such as a market id. */
  readonly id: string;
  /** Name in the message for people; undefined when the message names it. */
  readonly name?: string;
}

/** Writes a failure (of `target`) to stderr, as lines or as one JSON object. @returns the exit code */
export async function reportFailure(
  error: unknown,
  io: Io,
  asJson: boolean,
  target?: Target,
): Promise<ExitCode> {
  const described = describeFailure(error);
  const named = target?.name === undefined ? "" : `${target.name}: `;
  const failure = { ...described, message: named + described.message };
  // The stack begins with the message, and may contain text of the service.
  const stack = isDebugging(io.env) && error instanceof Error ? (error.stack ?? "") : undefined;
  const trace = stack?.split("\n").map(visible).join("\n");
  const text = asJson
    ? jsonLine({ error: { ...errorFields(failure), target: target?.id, stack: trace } })
    : (await textReport(failure, io.stderr)) + (trace === undefined ? "" : `${trace}\n`);
  try {
    await io.stderr.write(text);
  } catch {
    // a failure of stderr cannot be reported
  }
  return exitCodeOf(failure);
}

async function textReport({ message, hint }: Failure, stderr: Sink): Promise<string> {
  const lines = [`error: ${visible(message)}`];
  if (hint !== undefined) lines.push(`hint: ${visible(hint)}`);
  const broken = await Promise.all(lines.map((line) => brokenForTerminal(line, stderr)));
  return broken.map((line) => `${line}\n`).join("");
}

/** Returns the fields of a failure as programs get them; absent ones are undefined. */
export function errorFields(failure: Failure): Readonly<Record<string, unknown>> {
  const { exitCode, retryable } = MEANINGS[failure.kind];
  return {
    code: failure.code,
    message: failure.message,
    status: failure.status,
    exit_code: exitCode,
    retryable,
    retry_after: failure.retryAfter,
    hint: failure.hint,
    cursor: failure.cursor,
  };
}

/** Describes an error for the user by its kind; for a wrapper, by the kind of the wrapped error. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof PartialOutputError) return ofPartialOutput(error);
  if (error instanceof ListingError) return ofListing(error);
  if (error instanceof LoginRefusedError) {
    return { ...describeFailure(error.cause), message: error.message, hint: error.hint };
  }
  if (error instanceof CarryError) return ofClient(error);
  if (error instanceof ProgramError) return ofKind(error.kind, error.message, error.hint);
  return ofKind("defect", error instanceof Error ? error.message : String(error));
}

function ofKind(kind: ErrorKind, message: string, ownHint?: string, retryAfter?: number): Failure {
  const { code = "", hint } = MEANINGS[kind];
  const wait = retryAfter ? waitText(retryAfter) : undefined;
  return { kind, code, message, hint: ownHint ?? (typeof hint === "function" ? hint(wait) : hint) };
}

function ofClient(error: CarryError): Failure {
  const { kind, code, status, retryAfter, hint } = error;
  const failure = { ...ofKind(kind, error.message, hint, retryAfter), brief: briefError(error) };
  if (status === undefined) return failure;
  const message = code === undefined ? error.message : `${error.message} (${code})`;
  return { ...failure, message, code: code ?? `HTTP_${status}`, status, retryAfter };
}

/** A refused first page may be due to the cursor typed. */
function ofListing({ cursor, cause }: ListingError): Failure {
  const failure = describeFailure(cause);
  if (failure.status !== 400 || cursor === undefined) return failure;
  return { ...failure, hint: "if the cursor is refused, list from the start" };
}

/** Adds the number of printed items, and how to continue. */
function ofPartialOutput({ printed, cause }: PartialOutputError): Failure {
  const failure = describeFailure(cause);
  const message = `${failure.message} (after ${printed} ${printed === 1 ? "item was" : "items were"} printed)`;
  const cursor = cause instanceof ListingError ? cause.cursor : undefined;
  if (cursor === undefined) return { ...failure, message };
  // The same parameters worked for the page before, so the cursor is what is refused.
  const orElse =
    failure.status === 400 ? ", or list from the start if the cursor is refused again" : "";
  const hint = `go on with --cursor ${shellWord(cursor)}${orElse}`;
  return { ...failure, message, cursor, hint };
}

/** Formats seconds; from two minutes on also in a larger unit. */
function waitText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const long = seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
  return `${seconds} s (${long})`;
}

/** A login was not stored because the service did not confirm it. Its cause determines its kind. */
export class LoginRefusedError extends Error {
  override name = "LoginRefusedError";
  constructor(
    message: string,
    readonly hint: string,
    /** The failed request. */
    override readonly cause: unknown,
  ) {
    super(message, { cause });
  }
}

/** A name is not in a listing of the service. */
export class NotListedError extends ProgramError {
  override name = "NotListedError";
  readonly kind = "not_listed";
}
