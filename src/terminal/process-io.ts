import type { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { BrokenPipeError, Interrupted, type Io, type Sink, WriteError } from "./io.js";

/** The real streams, clock and signals of this process. */
export function processIo(): Io {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => controller.abort(new Interrupted(name)));
  }
  return {
    stdin: process.stdin,
    stdout: sink(process.stdout, "stdout"),
    stderr: sink(process.stderr, "stderr"),
    env: process.env,
    clock: {
      now: () => Date.now(),
      sleep: async (ms, signal) => {
        try {
          await delay(ms, undefined, signal === undefined ? {} : { signal });
        } catch (error) {
          throw signal?.aborted ? signal.reason : error;
        }
      },
    },
    random: Math.random,
    signal: controller.signal,
  };
}

type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

function sink(stream: Stream, name: string): Sink {
  stream.on("error", () => {}); // told through the callback of each write
  return {
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns;
    },
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => {
          if (error) reject(asWriteFault(error, name));
          else resolve();
        });
      }),
  };
}

function asWriteFault(error: Error & { code?: unknown }, name: string): Error {
  if (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED") {
    return new BrokenPipeError(`the reader of ${name} has gone away`);
  }
  return new WriteError(`could not write to ${name}: ${error.message}`, { cause: error });
}
