import { BOUNDS } from "../../base/bounds.js";
import {
  CarryError,
  type CarryErrorKind,
  ConnectionError,
  type ConnectionFault,
  HeadersTooLargeError,
  NotHttpError,
  TruncatedBodyError,
} from "../errors.js";

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
  EACCES: "unreachable", // a local firewall, as with EPERM
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

/** The resolver did not answer; the name may exist. */
const PASSING_DNS = "EAI_AGAIN";

/** Faults of connecting; with a proxy, the proxy could not be reached. */
const CONNECTING: ReadonlySet<ConnectionFault> = new Set(["dns", "refused", "unreachable"]);

/** A request and its progress. */
export interface Asked {
  readonly origin: string;
  /** The proxy in use, if any. */
  readonly proxy: string | undefined;
  /** Whether the headers had arrived. */
  readonly inBody: boolean;
}

/**
 * Describes why a request failed, from the error of the socket, of TLS or of the HTTP parser.
 * @returns the error itself if it has another origin, so that defects are not retried
 */
export function classifyFault(error: unknown, asked: Asked): unknown {
  const { origin, proxy, inBody } = asked;
  const root = innermost(error);
  const options = { cause: error };
  if (root.code === "UND_ERR_HEADERS_OVERFLOW") {
    const bound = `${BOUNDS.service.headerBytes / 1024} kB`;
    return new HeadersTooLargeError(`the answer of ${origin} has more than ${bound} of headers`);
  }
  if (root.name === "HTTPParserError") {
    return new NotHttpError(`the answer of ${wayTo(asked)} is not HTTP`, options);
  }
  const refusal = proxyRefusal(root.message);
  if (refusal !== undefined) return ofProxy(asked, refusal, options);
  const fault = faultOf(root);
  if (fault === undefined) return error;
  // The kernel decides whether a lost connection appears as reset or as closed.
  if (root.code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH" || (inBody && fault === "reset")) {
    return new TruncatedBodyError(`the answer of ${origin} was cut off`, options);
  }
  if (proxy !== undefined && CONNECTING.has(fault)) {
    const passing = fault !== "dns" || root.code === PASSING_DNS;
    return ofProxy(asked, `which cannot be reached: ${SENTENCE[fault]}`, { ...options, passing });
  }
  if (proxy?.startsWith("https:") && fault === "tls") {
    return ofProxy(asked, tlsOfEither(root), options);
  }
  const message = `cannot reach ${wayTo(asked)}: ${sentence(fault, root)}`;
  return new ConnectionError(fault, origin, message, {
    ...options,
    ...(root.code === PASSING_DNS && { passing: true }),
  });
}

/** Names the service, and the proxy to it if there is one. */
export function wayTo({ origin, proxy }: Pick<Asked, "origin" | "proxy">): string {
  return proxy === undefined ? origin : `${origin} through the proxy ${proxy}`;
}

const WANTS_CREDENTIALS = "which requires other credentials (407)";

/** Returns the error for a proxy that answers 407 itself. */
export function proxyWantsCredentials(origin: string, proxy: string): ConnectionError {
  return ofProxy({ origin, proxy }, WANTS_CREDENTIALS, {});
}

function ofProxy(
  asked: Pick<Asked, "origin" | "proxy">,
  what: string,
  options: ErrorOptions & { readonly passing?: boolean },
): ConnectionError {
  const message = `cannot reach ${wayTo(asked)}, ${what}`;
  return new ConnectionError("proxy", asked.origin, message, options);
}

/** Returns the reason for a refused tunnel, which undici only gives in its message. */
function proxyRefusal(message: string): string | undefined {
  const status = /^Proxy response \((\d+)\)/.exec(message)?.[1];
  if (status === "407" || /Proxy Authentication Required/i.test(message)) return WANTS_CREDENTIALS;
  return status === undefined ? undefined : `which refused with status ${status}`;
}

function faultOf({ code, ofSystem }: Root): ConnectionFault | undefined {
  const known = FAULT_OF_CODE[code];
  if (known !== undefined) return known;
  if (/^(ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO)/.test(code) || speaksTls(code)) return "tls";
  const isOfClient = code.startsWith("UND_ERR_") && code !== "UND_ERR_INVALID_ARG";
  return ofSystem || isOfClient ? "reset" : undefined;
}

/** Reports whether a code is about the certificate (X.509); other TLS codes are about the handshake. */
function speaksTls(code: string): boolean {
  return /^(CERT_|CRL_|DEPTH_|SELF_SIGNED|UNABLE_TO|ERROR_IN_CERT|INVALID_|HOSTNAME_|ERR_TLS_CERT)/.test(
    code,
  );
}

/* OpenSSL's codes if the newest version of one side is below the oldest of the other. */
const OLD_TLS = /^ERR_SSL_(UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL_VERSION|VERSION_TOO_LOW)$/;

function sentence(fault: ConnectionFault, { code, message }: Root): string {
  if (fault !== "tls") return SENTENCE[fault];
  return speaksTls(code) ? `${SENTENCE.tls} (${reason(code, message)})` : `it ${handshake(code)}`;
}

/** Describes why there was no handshake, from the code of OpenSSL: what the peer does. */
function handshake(code: string): string {
  if (OLD_TLS.test(code)) return "only supports unsafe TLS versions (older than 1.2)";
  if (code.endsWith("NO_APPLICATION_PROTOCOL")) return "does not offer HTTP/1.1 (ALPN)";
  if (code.endsWith("CERTIFICATE_REQUIRED")) return "wants a client certificate, which carry lacks";
  // RFC 8446, 6.2, and RFC 5246, 7.4.6: one alert for both.
  if (/HANDSHAKE_FAILURE$|INSUFFICIENT_SECURITY$/.test(code)) {
    return "shares no cipher of TLS with carry, or wants a client certificate, which carry lacks";
  }
  const alert = /^ERR_SSL_(?:SSLV3|TLSV1|TLSV13)_(?:ALERT_)?(.+)$/.exec(code)?.[1];
  if (alert === undefined) return "does not speak TLS";
  return `ended TLS with the alert "${alert.toLowerCase().replaceAll("_", " ")}"`;
}

/** With TLS to both the proxy and the service, the error does not say which one failed. */
function tlsOfEither({ code, message }: Root): string {
  if (speaksTls(code)) {
    return `whose certificate, or the service's, cannot be trusted (${reason(code, message)})`;
  }
  const what = handshake(code);
  return `which ${what}, or the service does${what.startsWith("does not") ? " not" : ""}`;
}

/**
 * Returns the reason in one line, without the names in a foreign certificate. Node 24 appends
 * advice on its own options after a semicolon.
 */
function reason(code: string, message: string): string {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "it is for another host";
  return message.split(/\n|; /, 1)[0] ?? code;
}

interface Root {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  /** Whether a call to the operating system failed. */
  readonly ofSystem: boolean;
}

/** Returns the first error with a code in the chain of causes; undici wraps those of connecting. */
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

const BRIEF: Readonly<Partial<Record<CarryErrorKind, string>>> = {
  connection_dns: "unknown host",
  connection_refused: "connection refused",
  connection_unreachable: "host unreachable",
  connection_reset: "connection lost",
  connection_timeout: "no answer",
  connection_tls: "TLS failed",
  connection_proxy: "proxy failed",
  connection_resources: "too many open files",
  unexpected_answer: "unexpected answer",
  truncated: "answer cut off",
  not_http: "answer is not HTTP",
  redirect: "redirected",
  body_too_large: "answer too large",
  headers_too_large: "answer too large",
};

const BRIEF_STATUSES: Readonly<Record<number, string>> = {
  401: "key refused",
  403: "key refused",
  404: "not found",
  429: "rate limited",
};

/**
 * Returns the reason for a missing answer in two or three words, such as `connection refused`;
 * undefined for errors that neither the service nor the network has caused.
 */
export function briefError(error: unknown): string | undefined {
  if (!(error instanceof CarryError)) return undefined;
  const { status, kind } = error;
  return status === undefined ? BRIEF[kind] : (BRIEF_STATUSES[status] ?? `status ${status}`);
}
