import { createSecrets } from "../secrets.js";
import { systemClock } from "../time/clock.js";
import { END_SIGNALS, type EndSignal, Interrupted, type Io, type JobControl } from "./io.js";
import { createSink, withoutSecrets } from "./stream-sink.js";

/**
 * Returns the real streams, clock and signals of this process.
 * @param endAtOnce called when a signal arrives while the process is already ending for another. A
 *   second SIGHUP is ignored: when a terminal closes, the system and the shell each send one.
 */
export function processIo(endAtOnce: (signalName: EndSignal) => void): Io {
  const controller = new AbortController();
  const { signal } = controller;
  const secrets = createSecrets();
  let first: EndSignal | undefined;
  let paging = false;
  for (const name of END_SIGNALS) {
    process.on(name, () => {
      if (paging && name === "SIGINT") return; // Ctrl-C goes to the pager, as in git
      if (first === undefined) controller.abort(new Interrupted(name));
      else if (name !== "SIGHUP" || first !== "SIGHUP") endAtOnce(name);
      first ??= name;
    });
  }
  return {
    stdin: () => process.stdin,
    stdout: createSink(() => process.stdout, {
      name: "stdout",
      signal,
      afterInterrupt: "refuse",
    }),
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
    async page(text) {
      const { choosePager, runPager } = await import("./pager.js");
      const choice = choosePager(process.env, process.platform);
      if (choice === undefined) return { shown: false };
      paging = true;
      try {
        const paged = await runPager(text, choice, process.env, signal);
        signal.throwIfAborted();
        return paged;
      } finally {
        paging = false;
      }
    },
    jobs: process.platform === "win32" ? undefined : jobControl,
  };
}

function onEndWithoutUnwinding(action: () => void): () => void {
  process.on("exit", action);
  process.prependOnceListener("uncaughtException", action); // before the error is reported
  return () => {
    process.off("exit", action);
    process.off("uncaughtException", action);
  };
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
