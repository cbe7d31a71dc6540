import {
  AnswerError,
  ListingError,
  MissingKeyError,
  NotListedError,
  RefusedRequestError,
  ServiceError,
} from "./api/errors.js";
import { LoginRefusedError } from "./commands/auth/login-refused-error.js";
import { UsageError } from "./commands/usage-error.js";
import {
  ConfigError,
  InvalidKeyError,
  InvalidSettingError,
  KeyUnavailableError,
  UnknownProfileError,
} from "./config/errors.js";
import { type ExitCode, exitCodeOfSignal } from "./exit-codes.js";
import {
  BodyTooLargeError,
  ConnectionError,
  HeadersTooLargeError,
  NotHttpError,
  ProxySettingError,
  RedirectError,
  TruncatedBodyError,
} from "./http/errors.js";
import { PartialOutputError, QueryError, UnknownColumnError } from "./output/errors.js";
import { shellWord } from "./output/shell-word.js";
import { Interrupted, WriteError } from "./terminal/io.js";

/** What the user is told of an error, and how the process ends. */
export interface Failure {
  /** For programs; the service's own code where it gave one. */
  readonly code: string;
  readonly message: string;
  readonly exitCode: ExitCode;
  /** True when the same call may succeed later. */
  readonly retryable: boolean;
  readonly status?: number | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  readonly hint?: string | undefined;
  /** From which cursor a listing goes on. */
  readonly cursor?: string | undefined;
}

/** The one place that decides what an error means to the user. */
export function describeFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const failure = (exitCode: ExitCode, code: string, more: Partial<Failure> = {}): Failure => ({
    exitCode,
    code,
    message,
    retryable: false,
    ...more,
  });

  if (error instanceof ListingError) return describeFailure(error.cause);
  if (error instanceof PartialOutputError) return ofPartialOutput(error);
  if (error instanceof ServiceError) return ofService(error);
  if (error instanceof ConnectionError) {
    return failure(7, `CONNECTION_${error.fault.toUpperCase()}`, {
      retryable: error.fault !== "tls",
      hint: CONNECTION_HINTS[error.fault],
    });
  }
  if (error instanceof TruncatedBodyError) {
    return failure(8, "TRUNCATED", { retryable: true, hint: CONNECTION_HINTS.reset });
  }
  if (error instanceof NotHttpError) {
    return failure(8, "NOT_HTTP", {
      retryable: true,
      hint: "check the scheme and port of the base URL",
    });
  }
  if (error instanceof BodyTooLargeError) {
    return failure(8, "TOO_LARGE", {
      hint: "where there are pages, ask for smaller ones with --page-size",
    });
  }
  if (error instanceof HeadersTooLargeError) return failure(8, "TOO_LARGE");
  if (error instanceof ProxySettingError) {
    return failure(2, "USAGE", { hint: "a proxy looks like http://proxy.example.com:3128" });
  }
  if (error instanceof RedirectError) {
    return failure(8, "REDIRECT", { hint: "set the base URL to where the service really is" });
  }
  if (error instanceof AnswerError) return failure(8, "UNEXPECTED_ANSWER", { hint: error.hint });
  if (error instanceof MissingKeyError) {
    return failure(3, "NO_API_KEY", {
      hint: "run `carry auth login`, set CARRY_API_KEY, or try it out with --profile sandbox",
    });
  }
  if (error instanceof NotListedError) return failure(4, "NOT_FOUND");
  if (error instanceof RefusedRequestError) return failure(2, "USAGE", { hint: error.hint });
  if (error instanceof ConfigError) return failure(9, "CONFIG", { hint: error.hint });
  if (error instanceof UnknownProfileError) {
    return failure(2, "UNKNOWN_PROFILE", { hint: profileHint(error) });
  }
  if (error instanceof UsageError) return failure(2, "USAGE", { hint: error.hint });
  if (error instanceof UnknownColumnError) {
    return failure(2, "USAGE", {
      hint: `${error.nearest === undefined ? "" : `did you mean ${error.nearest}? `}the columns are ${error.known.join(", ")}`,
    });
  }
  if (error instanceof InvalidSettingError) return failure(2, "USAGE");
  if (error instanceof InvalidKeyError) {
    return failure(2, "INVALID_API_KEY", { hint: "copy the key anew, and nothing else with it" });
  }
  if (error instanceof KeyUnavailableError) {
    return failure(3, "API_KEY_UNAVAILABLE", { hint: error.hint });
  }
  if (error instanceof LoginRefusedError) {
    return { ...describeFailure(error.cause), message: error.message, hint: error.hint };
  }
  if (error instanceof QueryError) return failure(2, "USAGE");
  if (error instanceof WriteError) return failure(1, "WRITE");
  if (error instanceof Interrupted) {
    return failure(exitCodeOfSignal(error.signalName), "INTERRUPTED", { retryable: true });
  }
  return failure(1, "DEFECT", {
    hint: "this is a defect of carry; CARRY_DEBUG=1 shows where",
  });
}

/** How much was printed, and from where to go on. */
function ofPartialOutput({ printed, cause }: PartialOutputError): Failure {
  const failure = describeFailure(cause);
  if (failure.code === "INTERRUPTED") return failure;
  const message = `${failure.message} (after ${printed} ${printed === 1 ? "item was" : "items were"} printed)`;
  const cursor = cause instanceof ListingError ? cause.cursor : undefined;
  if (cursor === undefined) return { ...failure, message };
  // The same parameters were fine for the page before, so it is the cursor that is refused.
  const orElse = failure.status === 400 ? ", or, if it is refused again, list from the start" : "";
  const hint = `go on with --cursor ${shellWord(cursor)}${orElse}`;
  return { ...failure, message, cursor, hint };
}

function ofService(error: ServiceError): Failure {
  const common = {
    message: error.code === undefined ? error.message : `${error.message} (${error.code})`,
    code: error.code ?? `HTTP_${error.status}`,
    status: error.status,
    retryAfter: error.retryAfter,
    retryable: error.status === 429 || error.status >= 500,
  };
  switch (error.status) {
    case 401:
      return {
        ...common,
        exitCode: 3,
        hint: "the API key is missing or invalid: run `carry auth login`, or check CARRY_API_KEY",
      };
    case 403:
      return {
        ...common,
        exitCode: 3,
        hint: "the API key lacks the scope for this: create one that has it",
      };
    case 404:
      return {
        ...common,
        exitCode: 4,
        hint: "check the id, and that the profile in use is the right one",
      };
    case 429:
      return {
        ...common,
        exitCode: 6,
        hint: error.retryAfter
          ? `try again in ${waitText(error.retryAfter)}`
          : "wait a while and try again",
      };
    default:
      if (error.status < 500) return { ...common, exitCode: error.status >= 400 ? 5 : 8 };
      return {
        ...common,
        exitCode: 7,
        hint: `the service failed: try again ${error.retryAfter ? `in ${waitText(error.retryAfter)}` : "later"}`,
      };
  }
}

/** Seconds, and from two minutes on also in the largest unit that keeps them readable. */
function waitText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const long = seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
  return `${seconds} s (${long})`;
}

const CONNECTION_HINTS: Readonly<Record<ConnectionError["fault"], string>> = {
  dns: "check the base URL and the network: `carry profile show --resolved`",
  refused: "check the base URL, and that the service is running",
  unreachable: "check the network",
  reset: "try again; `-v` shows each attempt",
  timeout: "try again, or allow more time with --timeout",
  tls: "check the base URL; a private authority is trusted with NODE_EXTRA_CA_CERTS",
  proxy: "check HTTP_PROXY, HTTPS_PROXY and NO_PROXY; credentials go into the proxy's URL",
};

function profileHint(error: UnknownProfileError): string {
  const names = [...error.known, "sandbox"].join(", ");
  return `the profiles are ${names}; \`carry auth login --profile ${error.profile}\` makes a new one`;
}
