import buildConnector from "undici/lib/core/connect.js";
import { kParser } from "undici/lib/core/symbols.js";
import type { Connector } from "./undici.js";

/** NODE_TLS_REJECT_UNAUTHORIZED=0 would show the key to whoever stands in between. */
export const VERIFIED = { rejectUnauthorized: true };

/** Connects to an origin itself, its certificate verified. */
export function directConnector(timeoutMs: number): Connector {
  return acceptingInterim(buildConnector({ ...VERIFIED, timeout: timeoutMs }));
}

/** What is touched of undici's parser. */
interface Parser {
  onHeadersComplete(status: number, upgrade: boolean, shouldKeepAlive: boolean): number;
}

/**
 * A connector whose connections pass over a `100 Continue` that nobody asked for, as a client has to
 * (RFC 9110, 15.2). undici gives up the connection for that status, and passes over the other
 * interim ones, so its parser is shown one of those instead. A status below 100 is none at all, and
 * ends the connection, which undici would wait on.
 */
export function acceptingInterim(connect: Connector): Connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const socket = result[1] ?? undefined; // there is none with an error
      if (socket !== undefined) watchParser(socket);
      callback(...result);
    });
}

const CONTINUE = 100;
const PROCESSING = 102;

/** undici puts the parser of a connection into a field of its socket. */
function watchParser(socket: object): void {
  let current: Parser | undefined;
  Object.defineProperty(socket, kParser, {
    configurable: true,
    get: () => current,
    set(parser: Parser | undefined) {
      current = parser;
      if (parser !== undefined && parser !== null) mapStatus(parser, socket);
    },
  });
}

function mapStatus(parser: Parser, socket: object): void {
  const original = parser.onHeadersComplete;
  parser.onHeadersComplete = function (status, upgrade, shouldKeepAlive) {
    if (status < CONTINUE) {
      (socket as { destroy(error: Error): void }).destroy(new NoStatusError());
      return -1;
    }
    const shown = status === CONTINUE ? PROCESSING : status;
    return original.call(this, shown, upgrade, shouldKeepAlive);
  };
}

/** A status line with a number that HTTP does not have (RFC 9110, 15). */
class NoStatusError extends Error {
  override name = "HTTPParserError";
  readonly code = "HPE_INVALID_STATUS";
}
