import type { Context } from "../../command/context.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import type { CheckRow } from "../../views/checks.js";

/** Result of a check, with the exit code if it failed. */
export interface Finding extends CheckRow {
  readonly exitCode?: ExitCode;
}

export const ok = (check: string, detail: string): Finding => finding("ok", check, detail);

export const skip = (check: string, detail: string, hint?: string): Finding =>
  finding("skip", check, detail, hint);

/** Returns a problem that does not keep carry from working. */
export const warn = (check: string, detail: string, hint: string): Finding =>
  finding("warn", check, detail, hint);

/** Returns a problem that keeps carry from working. */
export function fail(check: string, detail: string, hint: string, exitCode: ExitCode): Finding {
  return { ...finding("fail", check, detail, hint), exitCode };
}

/** Describes an error as a failed check. @throws if the process is asked to end */
export function failed(context: Context, check: string, error: unknown): Finding {
  context.io.signal.throwIfAborted();
  const failure = context.failureOf(error);
  const { message, hint } = failure;
  return { ...finding("fail", check, message, hint), exitCode: exitCodeOf(failure) };
}

/** Returns the printed part of a finding, without the exit code. */
export function rowOf({ check, mark, detail, hint }: Finding): CheckRow {
  return { check, mark, detail, hint };
}

function finding(mark: CheckRow["mark"], check: string, detail: string, hint?: string): Finding {
  return { check, mark, detail, hint: hint ?? null };
}
