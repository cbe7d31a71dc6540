import { ConnectionError, type ConnectionFault, TruncatedBodyError } from "./errors.js";

const FAULT_OF_CODE: Readonly<Record<string, ConnectionFault>> = {
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EAI_NODATA: "dns",
  EAI_NONAME: "dns",
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  EACCES: "unreachable",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  ECONNRESET: "reset",
  EPIPE: "reset",
  UND_ERR_SOCKET: "reset",
  UND_ERR_HEADERS_OVERFLOW: "reset",
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

/**
 * Tells what went wrong with a request.
 * @param error what the socket, TLS or the HTTP parser threw
 * @param origin the origin that was asked
 * @param inBody true when the headers had arrived already
 */
export function classifyFault(error: unknown, origin: string, inBody: boolean): Error {
  const code = codeOf(error);
  const detail = error instanceof Error ? error.message : String(error);
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH" || (inBody && isCleanEnd(code, detail))) {
    return new TruncatedBodyError(`the answer of ${origin} was cut off`, { cause: error });
  }
  const fault = faultOf(code, detail);
  const extra = fault === "tls" || fault === "proxy" ? ` (${detail})` : "";
  return new ConnectionError(fault, origin, `cannot reach ${origin}: ${SENTENCE[fault]}${extra}`, {
    cause: error,
  });
}

function faultOf(code: string, detail: string): ConnectionFault {
  const known = FAULT_OF_CODE[code];
  if (known !== undefined) return known;
  if (/proxy/i.test(detail)) return "proxy";
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)) return "tls";
  return "reset";
}

function isCleanEnd(code: string, detail: string): boolean {
  return code === "UND_ERR_SOCKET" && /other side closed/.test(detail);
}

/** The first code in the chain of causes; connecting to several addresses wraps them. */
function codeOf(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof AggregateError && current.errors.length > 0) {
      return codeOf(current.errors[0]);
    }
    const { code } = current as { code?: unknown };
    if (typeof code === "string" && code !== "") return code;
  }
  return "";
}
