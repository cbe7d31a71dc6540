import { UsageError } from "../../base/usage-error.js";
import {
  AnswerError,
  ListingError,
  MissingKeyError,
  NotListedError,
  RefusedRequestError,
  ServiceError,
} from "../../client/errors.js";
import {
  BodyTooLargeError,
  ConnectionError,
  HeadersTooLargeError,
  NotHttpError,
  ProxySettingError,
  RedirectError,
  TruncatedBodyError,
} from "../../client/http/errors.js";
import { PartialOutputError, QueryError, UnknownColumnError } from "../../output/formats/errors.js";
import { shellWord } from "../../output/text/shell-word.js";
import {
  InvalidKeyError,
  InvalidSettingError,
  KeyUnavailableError,
  UnknownProfileError,
} from "../../settings/errors.js";
import { StorageError } from "../../storage/errors.js";
import { Interrupted, WriteError } from "../../terminal/io.js";
import { exitCodeOfSignal } from "./exit-codes.js";
import type { Failure, Told } from "./failure.js";
import { LoginRefusedError } from "./login-refused-error.js";
import { ofService } from "./service-failure.js";

/** The one place that decides what an error means to the user. */
export function describeFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  for (const rule of RULES) {
    const told = rule(error);
    if (told !== undefined) return { message, retryable: false, ...told };
  }
  return {
    message,
    retryable: false,
    exitCode: 1,
    code: "DEFECT",
    hint: "this is a defect of carry; CARRY_DEBUG=1 shows where",
  };
}

type Rule = (error: unknown) => Told | undefined;

/** What errors of a class mean. */
function rule<E>(type: abstract new (...args: never[]) => E, tell: (error: E) => Told): Rule {
  return (error) => (error instanceof type ? tell(error) : undefined);
}

/** Of something that was typed and cannot be. */
const usage = ({ hint }: { readonly hint?: string | undefined }): Told => ({
  exitCode: 2,
  code: "USAGE",
  hint,
});

const RULES: readonly Rule[] = [
  rule(ListingError, ofListing),
  rule(PartialOutputError, ofPartialOutput),
  rule(ServiceError, ofService),
  rule(ConnectionError, ({ fault }) => ({
    exitCode: 7,
    code: `CONNECTION_${fault.toUpperCase()}`,
    retryable: fault !== "tls",
    hint: CONNECTION_HINTS[fault],
  })),
  rule(TruncatedBodyError, () => ({
    exitCode: 8,
    code: "TRUNCATED",
    retryable: true,
    hint: CONNECTION_HINTS.reset,
  })),
  rule(NotHttpError, () => ({
    exitCode: 8,
    code: "NOT_HTTP",
    retryable: true,
    hint: "check the scheme and port of the base URL",
  })),
  rule(BodyTooLargeError, () => ({
    exitCode: 8,
    code: "TOO_LARGE",
    hint: "where there are pages, ask for smaller ones with --page-size",
  })),
  rule(HeadersTooLargeError, () => ({ exitCode: 8, code: "TOO_LARGE" })),
  rule(ProxySettingError, () =>
    usage({ hint: "a proxy looks like http://proxy.example.com:3128" }),
  ),
  rule(RedirectError, () => ({
    exitCode: 8,
    code: "REDIRECT",
    hint: "set the base URL to where the service really is",
  })),
  rule(AnswerError, ({ hint }) => ({ exitCode: 8, code: "UNEXPECTED_ANSWER", hint })),
  rule(MissingKeyError, ({ hint }) => ({
    exitCode: 3,
    code: "NO_API_KEY",
    hint: hint ?? "run `carry auth login`, set CARRY_API_KEY, or try it out with --profile sandbox",
  })),
  rule(NotListedError, () => ({ exitCode: 4, code: "NOT_FOUND" })),
  rule(RefusedRequestError, usage),
  rule(StorageError, ({ hint }) => ({ exitCode: 9, code: "CONFIG", hint })),
  rule(UnknownProfileError, (error) => ({
    exitCode: 2,
    code: "UNKNOWN_PROFILE",
    hint: profileHint(error),
  })),
  rule(UsageError, usage),
  rule(UnknownColumnError, (error) => usage({ hint: columnHint(error) })),
  rule(InvalidSettingError, () => usage({})),
  rule(InvalidKeyError, () => ({
    exitCode: 2,
    code: "INVALID_API_KEY",
    hint: "copy the key anew, and nothing else with it",
  })),
  rule(KeyUnavailableError, ({ hint }) => ({ exitCode: 3, code: "API_KEY_UNAVAILABLE", hint })),
  rule(LoginRefusedError, ({ cause, message, hint }) => ({
    ...describeFailure(cause),
    message,
    hint,
  })),
  rule(QueryError, usage),
  rule(WriteError, () => ({ exitCode: 1, code: "WRITE" })),
  rule(Interrupted, ({ signalName }) => ({
    exitCode: exitCodeOfSignal(signalName),
    code: "INTERRUPTED",
    retryable: true,
  })),
];

/** A first page that is refused may be so for the cursor that was typed. */
function ofListing({ cursor, cause }: ListingError): Failure {
  const failure = describeFailure(cause);
  if (failure.status !== 400 || cursor === undefined) return failure;
  return { ...failure, hint: "if it is the cursor that is refused, list from the start" };
}

/** How much was printed, and from where to go on. */
function ofPartialOutput({ printed, cause, cursorOption }: PartialOutputError): Failure {
  const failure = describeFailure(cause);
  const message = `${failure.message} (after ${printed} ${printed === 1 ? "item was" : "items were"} printed)`;
  const cursor = cause instanceof ListingError ? cause.cursor : undefined;
  if (cursor === undefined) return { ...failure, message };
  // The same parameters were fine for the page before, so it is the cursor that is refused.
  const orElse = failure.status === 400 ? ", or, if it is refused again, list from the start" : "";
  const [option, prefix] = cursorOption;
  const hint = `go on with ${option} ${shellWord(prefix + cursor)}${orElse}`;
  return { ...failure, message, cursor, hint };
}

const CONNECTION_HINTS: Readonly<Record<ConnectionError["fault"], string>> = {
  dns: "check the base URL and the network: `carry profile show --resolved`",
  refused: "check the base URL, and that the service is running",
  unreachable: "check the network",
  reset: "try again; `-v` shows each attempt",
  timeout: "try again, or allow more time with --timeout",
  tls: "check the base URL; a private authority is trusted with NODE_EXTRA_CA_CERTS",
  resources: "close what is not needed, or raise the limit: `ulimit -n` shows it",
  proxy: "check HTTP_PROXY, HTTPS_PROXY and NO_PROXY; credentials go into the proxy's URL",
};

function profileHint(error: UnknownProfileError): string {
  const names = [...error.known, "sandbox"].join(", ");
  return `the profiles are ${names}; \`carry auth login --profile ${error.profile}\` makes a new one`;
}

function columnHint({ nearest, known }: UnknownColumnError): string {
  return nearest === undefined ? `the columns are ${known.join(", ")}` : `did you mean ${nearest}?`;
}
