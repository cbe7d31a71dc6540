import { type Io, isDumb } from "./io.js";

/** Delay before the spinner appears; shorter work shows nothing. */
const SHOW_AFTER_MS = 300;

/** Shows the current step to a waiting user; does nothing unless stderr is a terminal. */
export interface Progress {
  update(text: string): void;
  /** Hides the spinner, for example during a question. Returns a function that shows it again. */
  hold(): () => void;
  /** Removes the spinner for good. */
  stop(): void;
}

export const noProgress: Progress = { update() {}, hold: () => () => {}, stop() {} };

/** Abilities of the terminal. */
interface Abilities {
  readonly color: boolean;
  /** Whether characters beyond ASCII may be used. */
  readonly unicode: boolean;
}

/** Creates a spinner on stderr, loaded and shown only when the work takes a while. */
export function createProgress(io: Io, { color, unicode }: Abilities): Progress {
  // Without a width the spinner would compute an infinite number of lines to clear.
  if (!io.stderr.isTTY || io.stderr.columns === undefined || isDumb(io.env)) return noProgress;
  let text = "";
  let stopped = false;
  let held = false;
  let spinner: { text: string; start(): unknown; stop(): unknown } | undefined;
  const cancel = io.clock.after(SHOW_AFTER_MS, async () => {
    // It is missing from an incomplete installation.
    const ora = await import("ora").then((it) => it.default).catch(() => undefined);
    if (stopped || ora === undefined) return;
    spinner = ora({
      text,
      color: color ? "cyan" : false,
      spinner: unicode ? "dots" : "line",
      discardStdin: false,
    });
    if (!held) spinner.start();
  });
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
      cancel();
      spinner?.stop();
    },
  };
}
