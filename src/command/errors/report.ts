import { brokenForTerminal } from "../../output/text/messages.js";
import { safeJsonForTerminal, visible } from "../../output/text/safe-text.js";
import type { Io, Sink } from "../../terminal/io.js";
import type { ExitCode } from "./exit-codes.js";
import { exitCodeOf, type Failure } from "./failure.js";
import { describeFailure } from "./failures.js";
import { MEANINGS } from "./kinds.js";

/** Whether CARRY_DEBUG asks to tell each request, and where an error comes from. */
export function isDebugging({ CARRY_DEBUG }: Io["env"]): boolean {
  return CARRY_DEBUG === "1" || CARRY_DEBUG === "true";
}

/**
 * Tells a failure on stderr, as lines for people or as one JSON object for programs.
 * @param about what failed, when it is one of several things
 * @returns the exit code that it means
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
    // nobody is left to tell
  }
  return exitCodeOf(failure);
}

async function textReport({ message, hint }: Failure, stderr: Sink): Promise<string> {
  const lines = [`error: ${visible(message)}`];
  if (hint !== undefined) lines.push(`hint: ${visible(hint)}`);
  const broken = await Promise.all(lines.map((line) => brokenForTerminal(line, stderr)));
  return broken.map((line) => `${line}\n`).join("");
}

/** Begins with the message, which may be the service's. */
function traceOf({ stack = "" }: Error): string {
  return `${stack.split("\n").map(visible).join("\n")}\n`;
}

/** Absent fields are left out. */
function jsonReport(failure: Failure): string {
  const { exitCode, retryable } = MEANINGS[failure.kind];
  const error = {
    code: failure.code,
    message: failure.message,
    status: failure.status,
    exit_code: exitCode,
    retryable,
    retry_after: failure.retryAfter,
    hint: failure.hint,
    cursor: failure.cursor,
  };
  return `${safeJsonForTerminal(JSON.stringify({ error }))}\n`;
}
