import { setTimeout as delay } from "node:timers/promises";
import { Interrupted, type Io } from "./io.js";
import { createSink } from "./stream-sink.js";

type SignalName = Interrupted["signalName"];

/**
 * The real streams, clock and signals of this process.
 * @param endAtOnce called when a signal comes while the process is already ending for another
 */
export function processIo(endAtOnce: (signalName: SignalName) => void): Io {
  const controller = new AbortController();
  const { signal } = controller;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (signal.aborted) endAtOnce(name);
      else controller.abort(new Interrupted(name));
    });
  }
  return {
    stdin: process.stdin,
    stdout: createSink(process.stdout, { name: "stdout", signal, afterInterrupt: "refuse" }),
    stderr: createSink(process.stderr, { name: "stderr", signal, afterInterrupt: "try" }),
    env: process.env,
    clock: {
      now: () => Date.now(),
      sleep: async (ms, sleepSignal) => {
        try {
          await delay(ms, undefined, sleepSignal === undefined ? {} : { signal: sleepSignal });
        } catch (error) {
          throw sleepSignal?.aborted ? sleepSignal.reason : error;
        }
      },
    },
    random: Math.random,
    signal,
    atExit(action) {
      process.on("exit", action);
      return () => process.off("exit", action);
    },
  };
}
