/** Errors of connections that were closed while they were kept alive. */
const IDLE_CLOSED = new WeakSet<object>();

/** A connection that the other side closed; has the code of undici's own error for it. */
class IdleClosedError extends Error {
  readonly code = "UND_ERR_SOCKET";
}

/** The part of undici's parser that is called where an answer begins and ends. */
export interface AnswerParser {
  onMessageBegin(): number;
  onHeadersComplete(status: number, upgrade: boolean, shouldKeepAlive: boolean): number;
  onMessageComplete(): number;
}

/** The part of a socket that is used here. */
export interface ClosingSocket {
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  destroy(error: Error): unknown;
}

/**
 * Reports whether a request failed because its connection, kept alive after an earlier answer, was
 * closed before any byte of the answer. The request can then be sent again at once (RFC 9112, 9.3.1).
 */
export function wasClosedIdle(error: unknown): boolean {
  return typeof error === "object" && error !== null && IDLE_CLOSED.has(error);
}

/**
 * Marks the errors of a socket that is idle. Called before undici listens to the socket.
 * @returns a function that watches the parser of the socket
 */
export function watchIdle(socket: ClosingSocket): (parser: AnswerParser) => void {
  let isIdle = false;
  socket.on("error", (error) => {
    if (isIdle) IDLE_CLOSED.add(error);
    socket.destroy(error); // a TLS alert does not, and undici would see the end without the error
  });
  socket.on("end", () => {
    if (isIdle) socket.destroy(new IdleClosedError("the connection was closed"));
  });
  return (parser) => {
    const { onMessageBegin, onHeadersComplete, onMessageComplete } = parser;
    let isInterim = false;
    parser.onMessageBegin = function () {
      isIdle = false;
      return onMessageBegin.call(this);
    };
    parser.onHeadersComplete = function (status, ...rest) {
      isInterim = status < 200;
      return onHeadersComplete.call(this, status, ...rest);
    };
    parser.onMessageComplete = function () {
      isIdle = !isInterim;
      return onMessageComplete.call(this);
    };
  };
}
