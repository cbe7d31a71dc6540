import type { buildConnector } from "undici";
import { type AnswerParser, type ClosingSocket, watchIdle } from "./idle-closed.js";
import { lookUp } from "./lookup.js";

/** Opens a connection for undici. */
export type Connector = buildConnector.connector;

/** Overrides NODE_TLS_REJECT_UNAUTHORIZED=0, which would expose the key to a man in the middle. */
export const SAFELY = { rejectUnauthorized: true, lookup: lookUp };

/**
 * Returns a connector whose connections mark the errors of a close while idle ({@link watchIdle}), and ignore
 * an unrequested `100 Continue`, as clients must (RFC 9110, 15.2). undici closes the connection on that
 * status but ignores other interim ones, so its parser is given one of those instead. An invalid status
 * below 100 closes the connection; undici would wait for more.
 * @param kParser name of the field of a socket in which undici stores its parser
 */
export function watched(connect: Connector, kParser: symbol): Connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const socket = result[1] ?? undefined; // absent after an error
      if (socket !== undefined) watchParser(socket, kParser);
      callback(...result);
    });
}

const CONTINUE = 100;
const PROCESSING = 102;

function watchParser(socket: ClosingSocket, kParser: symbol): void {
  const watch = watchIdle(socket);
  let current: AnswerParser | undefined;
  Object.defineProperty(socket, kParser, {
    configurable: true,
    get: () => current,
    set(parser: AnswerParser | undefined) {
      current = parser;
      if (parser === undefined || parser === null) return;
      mapStatus(parser, socket);
      watch(parser);
    },
  });
}

function mapStatus(parser: AnswerParser, socket: ClosingSocket): void {
  const original = parser.onHeadersComplete;
  parser.onHeadersComplete = function (status, upgrade, shouldKeepAlive) {
    if (status < CONTINUE) {
      socket.destroy(new NoStatusError());
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
