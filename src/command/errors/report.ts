import { brokenForTerminal } from "../../output/text/messages.js";
import { safeJsonForTerminal, visible } from "../../output/text/safe-text.js";
import type { Io, Sink } from "../../terminal/io.js";
import type { ExitCode } from "./exit-codes.js";
import { exitCodeOf, type Failure } from "./failure.js";
import { describeFailure } from "./failures.js";
import { MEANINGS } from "./kinds.js";

/** Reports whether CARRY_DEBUG asks for requests and stack traces. */
export function isDebugging({ CARRY_DEBUG }: Io["env"]): boolean {
  return CARRY_DEBUG === "1" || CARRY_DEBUG === "true";
}

/**
 * Writes a failure to stderr, as lines for people or as one JSON object for programs.
 * @param about name of what failed, if it is one of several
 * @returns the exit code
 */
export async function reportFailure(
  error: unknown,
  io: Io,
  asJson: boolean,
  about?: string,
): Promise<ExitCode> {
  const described = describeFailure(error);
  const failure =
    about === undefined ? described : { ...described, message: `${about}: ${described.message}` };
  const text = asJson ? jsonReport(failure) : await textReport(failure, io.stderr);
  const trace = isDebugging(io.env) && error instanceof Error ? traceOf(error) : "";
  try {
    await io.stderr.write(text + trace);
  } catch {
    // stderr is closed
  }
  return exitCodeOf(failure);
}

async function textReport({ message, hint }: Failure, stderr: Sink): Promise<string> {
  const lines = [`error: ${visible(message)}`];
  if (hint !== undefined) lines.push(`hint: ${visible(hint)}`);
  const broken = await Promise.all(lines.map((line) => brokenForTerminal(line, stderr)));
  return broken.map((line) => `${line}\n`).join("");
}

/** Returns the stack, which begins with the message and may contain text of the service. */
function traceOf({ stack = "" }: Error): string {
  return `${stack.split("\n").map(visible).join("\n")}\n`;
}

/** Formats a failure as JSON, without absent fields. */
function jsonReport(failure: Failure): string {
  return `${safeJsonForTerminal(JSON.stringify({ error: errorFields(failure) }))}\n`;
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
