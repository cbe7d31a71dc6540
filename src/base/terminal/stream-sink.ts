import type { Writable } from "node:stream";
import type { Secrets } from "../secrets.js";
import { BrokenPipeError, Interrupted, type Sink, WriteError } from "./io.js";

type Stream = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

export interface SinkOptions {
  /** Name of the stream in messages. */
  readonly name: string;
  /** Ends a write that waits for a slow reader. */
  readonly signal: AbortSignal;
  /**
   * Handling of writes after the signal: "refuse" rejects data, which is no longer wanted; "try"
   * writes messages about the end as far as possible without waiting.
   */
  readonly afterInterrupt: "refuse" | "try";
}

/** Creates a sink for a stream. @param open called on first use, since it takes about a millisecond */
export function createSink(open: () => Stream, options: SinkOptions): Sink {
  let opened: Stream | undefined;
  // The callback of each write reports its error.
  const stream = () => {
    opened ??= open().on("error", () => {});
    return opened;
  };
  return {
    get isTTY() {
      return stream().isTTY === true;
    },
    get columns() {
      return stream().columns || undefined; // 0 when the size is unknown
    },
    get rows() {
      return stream().rows || undefined;
    },
    onResize(listener) {
      stream().on("resize", listener);
      return () => stream().off("resize", listener);
    },
    write: (data) => write(stream(), data, options),
  };
}

function write(
  stream: Stream,
  data: string | Uint8Array,
  { name, signal, afterInterrupt }: SinkOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // A write to a terminal does not wait, so a line that was begun can still be finished.
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

/* Codes of a write to a terminal that is gone: the system's, later the stream's own. */
const TERMINAL_IS_GONE: ReadonlySet<unknown> = new Set(["EIO", "ENXIO", "ERR_STREAM_DESTROYED"]);

function asWriteFault(error: Error & { code?: unknown }, stream: Stream, name: string): Error {
  // SIGHUP may arrive after the write.
  if (stream.isTTY && TERMINAL_IS_GONE.has(error.code)) return new Interrupted("SIGHUP");
  if (READER_IS_GONE.has(error.code)) {
    return new BrokenPipeError(`the reader of ${name} has gone away`);
  }
  return new WriteError(`could not write to ${name}: ${error.message}`, undefined, {
    cause: error,
  });
}

/** Returns a sink that replaces the secrets in text. */
export function withoutSecrets(sink: Sink, secrets: Secrets): Sink {
  return {
    get isTTY() {
      return sink.isTTY;
    },
    get columns() {
      return sink.columns;
    },
    get rows() {
      return sink.rows;
    },
    onResize: (listener) => sink.onResize?.(listener) ?? (() => {}),
    write: (data) => sink.write(typeof data === "string" ? secrets.redact(data) : data),
  };
}
