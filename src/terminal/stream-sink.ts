import type { Writable } from "node:stream";
import { BrokenPipeError, Interrupted, type Sink, WriteError } from "./io.js";
import { createReaderLook } from "./pipe-reader.js";

type Stream = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

export interface SinkOptions {
  /** For messages. */
  readonly name: string;
  /** Ends a write that waits for a reader who does not read. */
  readonly signal: AbortSignal;
  /**
   * What becomes of a write after that: data is refused, since nobody waits for it to arrive; what
   * is said about the end is written as far as it can be without waiting.
   */
  readonly afterInterrupt: "refuse" | "try";
  /** The descriptor of a stream whose reader may be looked for. */
  readonly fd?: number;
}

/**
 * A sink for one of the process's own streams.
 * @param open called on first use, since making a stream takes about a millisecond
 */
export function createSink(open: () => Stream, options: SinkOptions): Sink {
  const { fd } = options;
  let opened: Stream | undefined;
  // What goes wrong is told through the callback of each write.
  const stream = () => {
    opened ??= open().on("error", () => {});
    return opened;
  };
  return {
    get isTTY() {
      return stream().isTTY === true;
    },
    get columns() {
      return stream().columns || undefined; // a terminal that does not know its size says 0
    },
    get rows() {
      return stream().rows || undefined;
    },
    onResize(listener) {
      stream().on("resize", listener);
      return () => stream().off("resize", listener);
    },
    ...(fd !== undefined && { readerIsGone: createReaderLook(fd) }),
    write: (data) => write(stream(), data, options),
  };
}

function write(
  stream: Stream,
  data: string | Uint8Array,
  { name, signal, afterInterrupt }: SinkOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // A terminal takes what it is given at once, so a line that has begun can still be ended.
    const waits = stream.isTTY !== true;
    if (signal.aborted && waits && afterInterrupt === "refuse") return reject(signal.reason);
    const onAbort = () => (afterInterrupt === "refuse" ? reject(signal.reason) : resolve());
    if (waits) signal.addEventListener("abort", onAbort);
    stream.write(data, (error) => {
      signal.removeEventListener("abort", onAbort);
      if (error) reject(asWriteFault(error, stream, name));
      else resolve();
    });
    if (signal.aborted && waits) resolve();
  });
}

const READER_IS_GONE: ReadonlySet<unknown> = new Set([
  "EPIPE",
  "EOF", // a pipe on Windows
  "ECONNRESET", // a socket in the place of a pipe
  "ERR_STREAM_DESTROYED",
]);

/* What a write to a terminal that is gone fails of: first the system's, then the stream's own. */
const TERMINAL_IS_GONE: ReadonlySet<unknown> = new Set(["EIO", "ENXIO", "ERR_STREAM_DESTROYED"]);

function asWriteFault(error: Error & { code?: unknown }, stream: Stream, name: string): Error {
  // The signal that tells it may come after the write.
  if (stream.isTTY && TERMINAL_IS_GONE.has(error.code)) return new Interrupted("SIGHUP");
  if (READER_IS_GONE.has(error.code)) {
    return new BrokenPipeError(`the reader of ${name} has gone away`);
  }
  return new WriteError(`could not write to ${name}: ${error.message}`, undefined, {
    cause: error,
  });
}
