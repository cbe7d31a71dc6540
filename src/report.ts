import type { ExitCode } from "./exit-codes.js";
import { describeFailure, type Failure } from "./failures.js";
import { safeJsonForTerminal, visible } from "./output/safe-text.js";
import type { Io } from "./terminal/io.js";

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
  const text = asJson ? jsonReport(failure) : textReport(failure);
  const trace = io.env.CARRY_DEBUG && error instanceof Error ? `${error.stack ?? ""}\n` : "";
  try {
    await io.stderr.write(text + trace);
  } catch {
    // nobody is left to tell
  }
  return failure.exitCode;
}

function textReport(failure: Failure): string {
  const hint = failure.hint === undefined ? "" : `hint: ${visible(failure.hint)}\n`;
  return `error: ${visible(failure.message)}\n${hint}`;
}

/** Absent fields are left out. */
function jsonReport(failure: Failure): string {
  const error = {
    code: failure.code,
    message: failure.message,
    status: failure.status,
    exit_code: failure.exitCode,
    retryable: failure.retryable,
    retry_after: failure.retryAfter,
    hint: failure.hint,
    cursor: failure.cursor,
  };
  return `${safeJsonForTerminal(JSON.stringify({ error }))}\n`;
}
