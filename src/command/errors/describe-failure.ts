import { ProgramError } from "../../base/program-error.js";
import { CarryError, ListingError } from "../../client/errors.js";
import { briefError } from "../../client/http/faults.js";
import { PartialOutputError } from "../../output/formats/errors.js";
import { shellWord } from "../../output/text/shell-word.js";
import type { Failure } from "./failure.js";
import { type ErrorKind, MEANINGS } from "./kinds.js";

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
function ofPartialOutput({ printed, cause, cursorOption }: PartialOutputError): Failure {
  const failure = describeFailure(cause);
  const message = `${failure.message} (after ${printed} ${printed === 1 ? "item was" : "items were"} printed)`;
  const cursor = cause instanceof ListingError ? cause.cursor : undefined;
  if (cursor === undefined) return { ...failure, message };
  // The same parameters worked for the page before, so the cursor is what is refused.
  const orElse =
    failure.status === 400 ? ", or list from the start if the cursor is refused again" : "";
  const [option, prefix] = cursorOption;
  const hint = `go on with ${option} ${shellWord(prefix + cursor)}${orElse}`;
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
    /** The base URL at which the service confirms the other answers, if the typed one is wrong. */
    readonly baseUrl?: string,
  ) {
    super(message, { cause });
  }
}
