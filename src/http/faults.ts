import {
  ConnectionError,
  type ConnectionFault,
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
  EACCES: "unreachable",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  ECONNRESET: "reset",
  EPIPE: "reset",
  UND_ERR_SOCKET: "reset",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls",
  UND_ERR_PRX_TLS: "proxy",
};

const SENTENCE: Readonly<Record<ConnectionFault, string>> = {
  dns: "its name does not resolve",
  refused: "the connection was refused",
  unreachable: "the host cannot be reached",
  reset: "the connection was closed before the answer was whole",
  timeout: "no answer in time",
  tls: "its certificate cannot be trusted",
  proxy: "the proxy did not let the request through",
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

/** Tells what went wrong with a request, from what the socket, TLS or the HTTP parser threw. */
export function classifyFault(error: unknown, asked: Asked): Error {
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
  const fault = faultOf(root.code);
  // Whether a connection that is lost shows as reset or as closed depends on the kernel.
  if (root.code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH" || (inBody && fault === "reset")) {
    return new TruncatedBodyError(`the answer of ${origin} was cut off`, options);
  }
  const refusal = proxyRefusal(root.message);
  if (refusal !== undefined) return ofProxy(asked, refusal, options);
  if (proxy !== undefined && CONNECTING.has(fault)) {
    const passing = fault !== "dns" || root.code === PASSING_DNS;
    return ofProxy(asked, `which is not there: ${SENTENCE[fault]}`, { ...options, passing });
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

function faultOf(code: string): ConnectionFault {
  const known = FAULT_OF_CODE[code];
  if (known !== undefined) return known;
  return /^(ERR_TLS|ERR_SSL|EPROTO)/.test(code) || speaksTls(code) ? "tls" : "reset";
}

/** The codes of X.509 verification; the others of TLS mean that there was no TLS to speak of. */
function speaksTls(code: string): boolean {
  return /^(CERT_|CRL_|DEPTH_|SELF_SIGNED|UNABLE_TO|ERROR_IN_CERT|INVALID_|HOSTNAME_|ERR_TLS_CERT)/.test(
    code,
  );
}

function sentence(fault: ConnectionFault, { code, message }: Root): string {
  if (fault !== "tls") return SENTENCE[fault];
  return speaksTls(code) ? `${SENTENCE.tls} (${reason(code, message)})` : "it does not speak TLS";
}

/** In one line; the names in a foreign certificate are many and nobody's business. */
function reason(code: string, message: string): string {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "it is for another host";
  return message.split("\n", 1)[0] ?? code;
}

interface Root {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

/** The first error with a code in the chain of causes; connecting to several addresses wraps them. */
function innermost(error: unknown): Root {
  let last: Root = { name: "", code: "", message: String(error) };
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof AggregateError && current.errors.length > 0) {
      return innermost(current.errors[0]);
    }
    const { name, message } = current;
    const { code } = current as { code?: unknown };
    if (typeof code === "string" && code !== "") return { name, code, message };
    last = { name, code: "", message };
  }
  return last;
}
