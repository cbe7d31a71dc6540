import type { ConnectionFault } from "../error-kind.js";
import {
  ConnectionError,
  HeadersTooLargeError,
  NotHttpError,
  TruncatedBodyError,
} from "./errors.js";
import { MAX_HEADER_BYTES } from "./routes.js";

const FAULT_OF_CODE: Readonly<Record<string, ConnectionFault>> = {
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EAI_FAIL: "dns",
  EAI_NODATA: "dns",
  EAI_NONAME: "dns",
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "unreachable",
  EHOSTDOWN: "unreachable",
  ENETUNREACH: "unreachable",
  ENETDOWN: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  EACCES: "unreachable", // a firewall of this machine, as EPERM
  EPERM: "unreachable",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  EMFILE: "resources",
  ENFILE: "resources",
  ENOBUFS: "resources",
  ECONNRESET: "reset",
  EPIPE: "reset",
  UND_ERR_SOCKET: "reset",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls",
  UND_ERR_PRX_TLS: "tls",
};

const SENTENCE: Readonly<Record<ConnectionFault, string>> = {
  dns: "its name does not resolve",
  refused: "the connection was refused",
  unreachable: "the host cannot be reached",
  reset: "the connection was closed before the answer was whole",
  timeout: "no answer in time",
  tls: "its certificate cannot be trusted",
  proxy: "the proxy did not let the request through",
  resources: "this machine has too many files or connections open",
};

/** The resolver did not answer; the name may well exist. */
const PASSING_DNS = "EAI_AGAIN";

/** Faults of connecting; through a proxy it is the proxy that was not reached. */
const CONNECTING: ReadonlySet<ConnectionFault> = new Set(["dns", "refused", "unreachable"]);

/** What was asked, and how far it got. */
export interface Asked {
  readonly origin: string;
  /** The proxy on the way, if any. */
  readonly proxy: string | undefined;
  /** True when the headers had arrived already. */
  readonly inBody: boolean;
}

/**
 * Tells what went wrong with a request, from what the socket, TLS or the HTTP parser threw.
 * @returns the error itself when it is none of theirs: a defect is not tried again
 */
export function classifyFault(error: unknown, asked: Asked): unknown {
  const { origin, proxy, inBody } = asked;
  const root = innermost(error);
  const options = { cause: error };
  if (root.code === "UND_ERR_HEADERS_OVERFLOW") {
    const bound = `${MAX_HEADER_BYTES / 1024} kB`;
    return new HeadersTooLargeError(`the answer of ${origin} has more than ${bound} of headers`);
  }
  if (root.name === "HTTPParserError") {
    return new NotHttpError(`what ${origin} sent is not HTTP`, options);
  }
  const refusal = proxyRefusal(root.message);
  if (refusal !== undefined) return ofProxy(asked, refusal, options);
  const fault = faultOf(root);
  if (fault === undefined) return error;
  // Whether a connection that is lost shows as reset or as closed depends on the kernel.
  if (root.code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH" || (inBody && fault === "reset")) {
    return new TruncatedBodyError(`the answer of ${origin} was cut off`, options);
  }
  if (proxy !== undefined && CONNECTING.has(fault)) {
    const passing = fault !== "dns" || root.code === PASSING_DNS;
    return ofProxy(asked, `which is not there: ${SENTENCE[fault]}`, { ...options, passing });
  }
  if (proxy?.startsWith("https:") && fault === "tls") {
    return ofProxy(asked, tlsOfEither(root), options);
  }
  return new ConnectionError(fault, origin, `cannot reach ${origin}: ${sentence(fault, root)}`, {
    ...options,
    ...(root.code === PASSING_DNS && { passing: true }),
  });
}

/** A proxy's own answer to a request that it does not pass on. */
export function proxyWantsCredentials(origin: string, proxy: string): ConnectionError {
  return ofProxy({ origin, proxy }, "which wants other credentials (407)", {});
}

function ofProxy(
  { origin, proxy = "" }: Pick<Asked, "origin" | "proxy">,
  what: string,
  options: ErrorOptions & { readonly passing?: boolean },
): ConnectionError {
  const message = `cannot reach ${origin} through the proxy ${proxy}, ${what}`;
  return new ConnectionError("proxy", origin, message, options);
}

/** undici tells a tunnel that was not opened only in words. */
function proxyRefusal(message: string): string | undefined {
  if (/Proxy Authentication Required/i.test(message)) return "which wants other credentials (407)";
  const status = /^Proxy response \((\d+)\)/.exec(message)?.[1];
  if (status === "407") return "which wants other credentials (407)";
  return status === undefined ? undefined : `which refused with status ${status}`;
}

function faultOf({ code, ofSystem }: Root): ConnectionFault | undefined {
  const known = FAULT_OF_CODE[code];
  if (known !== undefined) return known;
  if (/^(ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO)/.test(code) || speaksTls(code)) return "tls";
  const isOfClient = code.startsWith("UND_ERR_") && code !== "UND_ERR_INVALID_ARG";
  return ofSystem || isOfClient ? "reset" : undefined;
}

/** The codes of X.509 verification; the others of TLS mean that there was no TLS to speak of. */
function speaksTls(code: string): boolean {
  return /^(CERT_|CRL_|DEPTH_|SELF_SIGNED|UNABLE_TO|ERROR_IN_CERT|INVALID_|HOSTNAME_|ERR_TLS_CERT)/.test(
    code,
  );
}

/* What OpenSSL says of a peer whose newest version is below our oldest, on either side. */
const OLD_TLS = /^ERR_SSL_(UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL_VERSION|VERSION_TOO_LOW)$/;

function sentence(fault: ConnectionFault, { code, message }: Root): string {
  if (fault !== "tls") return SENTENCE[fault];
  if (OLD_TLS.test(code))
    return "it only speaks a version of TLS that is not safe (older than 1.2)";
  return speaksTls(code) ? `${SENTENCE.tls} (${reason(code, message)})` : "it does not speak TLS";
}

/** With TLS on both legs of the way, the error does not tell which one it is of. */
function tlsOfEither({ code, message }: Root): string {
  if (OLD_TLS.test(code)) {
    return "which only speaks a version of TLS that is not safe (older than 1.2), or the service does";
  }
  return speaksTls(code)
    ? `whose certificate, or the service's, cannot be trusted (${reason(code, message)})`
    : "which does not speak TLS, or the service does not";
}

/**
 * In one line; the names in a foreign certificate are many and nobody's business. Node 24 adds how
 * it would be started itself, after a semicolon.
 */
function reason(code: string, message: string): string {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "it is for another host";
  return message.split(/\n|; /, 1)[0] ?? code;
}

interface Root {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  /** True when a call to the operating system failed. */
  readonly ofSystem: boolean;
}

/** The first error with a code in the chain of causes; connecting to several addresses wraps them. */
function innermost(error: unknown): Root {
  let last: Root = { name: "", code: "", message: String(error), ofSystem: false };
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof AggregateError && current.errors.length > 0) {
      return innermost(current.errors[0]);
    }
    const { name, message } = current;
    const { code, syscall } = current as { code?: unknown; syscall?: unknown };
    const ofSystem = typeof syscall === "string";
    if (typeof code === "string" && code !== "") return { name, code, message, ofSystem };
    last = { name, code: "", message, ofSystem };
  }
  return last;
}
