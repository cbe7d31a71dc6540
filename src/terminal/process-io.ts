import { createSecrets } from "../base/secrets.js";
import { Interrupted, type Io, type JobControl } from "./io.js";
import { withoutSecrets } from "./secret-free.js";
import { createSink } from "./stream-sink.js";
import { systemClock } from "./system-clock.js";

type SignalName = Interrupted["signalName"];

/**
 * The real streams, clock and signals of this process.
 * @param endAtOnce called when a signal comes while the process is already ending for another
 */
export function processIo(endAtOnce: (signalName: SignalName) => void): Io {
  const controller = new AbortController();
  const { signal } = controller;
  const secrets = createSecrets();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (signal.aborted) endAtOnce(name);
      else controller.abort(new Interrupted(name));
    });
  }
  return {
    get stdin() {
      return process.stdin;
    },
    stdout: createSink(() => process.stdout, { name: "stdout", signal, afterInterrupt: "refuse" }),
    stderr: withoutSecrets(
      createSink(() => process.stderr, { name: "stderr", signal, afterInterrupt: "try" }),
      secrets,
    ),
    secrets,
    env: process.env,
    clock: systemClock,
    random: Math.random,
    signal,
    atExit: onEndWithoutUnwinding,
    jobs: process.platform === "win32" ? undefined : jobControl,
  };
}

/** Signals that end a process as long as nobody listens. */
const DEADLY = ["SIGHUP", "SIGQUIT"] as const;

function onEndWithoutUnwinding(action: () => void): () => void {
  const onSignal = (name: NodeJS.Signals) => {
    action();
    forget();
    process.kill(process.pid, process.platform === "win32" ? "SIGKILL" : name);
  };
  const forget = () => {
    process.off("exit", action);
    process.off("uncaughtException", action);
    for (const name of DEADLY) process.off(name, onSignal);
  };
  process.on("exit", action);
  process.prependOnceListener("uncaughtException", action); // before it is told what went wrong
  for (const name of DEADLY) process.on(name, onSignal);
  return forget;
}

const jobControl: JobControl = {
  stop: () => process.kill(0, "SIGTSTP"),
  onStop(before, after) {
    const stop = () => {
      before();
      process.kill(process.pid, "SIGSTOP");
    };
    process.on("SIGTSTP", stop);
    process.on("SIGCONT", after);
    return () => {
      process.off("SIGTSTP", stop);
      process.off("SIGCONT", after);
    };
  },
};
