import buildConnector from "undici/lib/core/connect.js";
import symbols from "undici/lib/core/symbols.js";
import type { Connector } from "./undici.js";

/** Overrides NODE_TLS_REJECT_UNAUTHORIZED=0, which would expose the key to a man in the middle. */
export const VERIFIED = { rejectUnauthorized: true };

/** Connects to an origin directly and verifies its certificate. */
export function directConnector(timeoutMs: number): Connector {
  return acceptingInterim(buildConnector({ ...VERIFIED, timeout: timeoutMs }));
}

/** The part of undici's parser that is used here. */
interface Parser {
  onHeadersComplete(status: number, upgrade: boolean, shouldKeepAlive: boolean): number;
}

/**
 * Returns a connector whose connections ignore an unrequested `100 Continue`, as clients must (RFC
 * 9110, 15.2). undici closes the connection on that status but ignores other interim ones, so its
 * parser is given one of those instead. An invalid status below 100 closes the connection; undici
 * would wait for more.
 */
export function acceptingInterim(connect: Connector): Connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const socket = result[1] ?? undefined; // absent after an error
      if (socket !== undefined) watchParser(socket);
      callback(...result);
    });
}

const CONTINUE = 100;
const PROCESSING = 102;

/** Wraps the parser, which undici stores in a field of the socket. */
function watchParser(socket: object): void {
  let current: Parser | undefined;
  Object.defineProperty(socket, symbols.kParser, {
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

/** A status line with a number outside the range of HTTP (RFC 9110, 15). */
class NoStatusError extends Error {
  override name = "HTTPParserError";
  readonly code = "HPE_INVALID_STATUS";
}
