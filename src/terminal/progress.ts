import type { Io } from "./io.js";

/** Nothing is shown for work that is done sooner than this. */
const SHOW_AFTER_MS = 300;

/** Tells a waiting person what is going on; silent unless stderr is a terminal. */
export interface Progress {
  update(text: string): void;
  /** Leaves the terminal to someone else, such as a question, until what it returns is called. */
  hold(): () => void;
  /** Takes the spinner away; it does not come back. */
  stop(): void;
}

export const noProgress: Progress = { update() {}, hold: () => () => {}, stop() {} };

/** What the terminal can show. */
interface Abilities {
  readonly color: boolean;
  /** Whether characters beyond ASCII may be used. */
  readonly unicode: boolean;
}

/** Creates a spinner on stderr, loaded and shown only when the work takes a while. */
export function createProgress(io: Io, { color, unicode }: Abilities): Progress {
  // Without a width the spinner would count endless lines to clear.
  if (!io.stderr.isTTY || io.stderr.columns === undefined) return noProgress;
  let text = "";
  let stopped = false;
  let held = false;
  let spinner: { text: string; start(): unknown; stop(): unknown } | undefined;
  const timer = setTimeout(async () => {
    const ora = await loadSpinner();
    if (stopped || ora === undefined) return;
    spinner = ora({
      text,
      color: color ? "cyan" : false,
      spinner: unicode ? "dots" : "line", // tools/bundle-plugins.ts leaves out all others
      discardStdin: false,
    });
    if (!held) spinner.start();
  }, SHOW_AFTER_MS);
  timer.unref();
  return {
    update(next) {
      text = next;
      if (spinner !== undefined) spinner.text = next;
    },
    hold() {
      held = true;
      spinner?.stop();
      return () => {
        held = false;
        if (!stopped) spinner?.start();
      };
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      spinner?.stop();
    },
  };
}

/** Work goes on without a spinner where there is none, such as in a package that was taken apart. */
async function loadSpinner() {
  try {
    return (await import("ora")).default;
  } catch {
    return undefined;
  }
}
