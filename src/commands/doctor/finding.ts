import type { Context } from "../../command/context.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import type { CheckRow } from "../../views/doctor.js";

/** A check, and how the command exits for it where it fails. */
export interface Finding extends CheckRow {
  readonly exitCode?: ExitCode;
}

export const ok = (check: string, detail: string): Finding => finding("ok", check, detail);

export const skip = (check: string, detail: string, hint?: string): Finding =>
  finding("skip", check, detail, hint);

/** Something to know, with which carry works all the same. */
export const warn = (check: string, detail: string, hint: string): Finding =>
  finding("warn", check, detail, hint);

/** Something that carry cannot do its work with. */
export function fail(check: string, detail: string, hint: string, exitCode: ExitCode): Finding {
  return { ...finding("fail", check, detail, hint), exitCode };
}

/** What an error means, told like everywhere else. @throws when the process is asked to end */
export function failed(context: Context, check: string, error: unknown): Finding {
  context.io.signal.throwIfAborted();
  const failure = context.failureOf(error);
  const { message, hint } = failure;
  return { ...finding("fail", check, message, hint), exitCode: exitCodeOf(failure) };
}

/** What is told of a check, without the exit code. */
export function rowOf({ check, mark, detail, hint }: Finding): CheckRow {
  return { check, mark, detail, hint };
}

function finding(mark: CheckRow["mark"], check: string, detail: string, hint?: string): Finding {
  return { check, mark, detail, hint: hint ?? null };
}
