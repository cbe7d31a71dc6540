import { visible } from "../../base/safe-text.js";
import { brokenForTerminal, jsonLine } from "../../output/text/messages.js";
import type { Io, Sink } from "../../terminal/io.js";
import { describeFailure } from "./describe-failure.js";
import type { ExitCode } from "./exit-codes.js";
import { exitCodeOf, type Failure } from "./failure.js";
import { MEANINGS } from "./kinds.js";

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
