import { spawn } from "node:child_process";
import type { Io, Paged } from "./io.js";
import { programsEnv } from "./programs.js";

/** A program that shows a text page by page. */
export interface PagerChoice {
  readonly command: string;
  /** Whether the user has set it: its absence is then worth a warning. */
  readonly chosen: boolean;
}

/**
 * Chooses the pager: `$CARRY_PAGER`, else `$PAGER`, else less (not on Windows); undefined for none, as for
 * an empty variable.
 */
export function choosePager(env: Io["env"], platform: string): PagerChoice | undefined {
  const command = env.CARRY_PAGER ?? env.PAGER;
  if (command !== undefined) return command.trim() === "" ? undefined : { command, chosen: true };
  return platform === "win32" ? undefined : { command: "less", chosen: false };
}

/**
 * Shows a text in a pager and waits until the user leaves it. A command set by the user may have
 * options, so it runs in a shell; the text is passed on stdin only.
 * @param signal stops the pager; the caller checks it afterwards
 */
export function runPager(
  text: string,
  { command, chosen }: PagerChoice,
  env: Io["env"],
  signal: AbortSignal,
): Promise<Paged> {
  return new Promise((resolve) => {
    const child = spawn(command, {
      env: { ...programsEnv(env), LESS: env.LESS ?? LESS, LV: env.LV ?? "-c" },
      shell: chosen,
      stdio: ["pipe", "inherit", "inherit"],
    });
    const stop = () => child.kill();
    const end = (why?: string) => {
      signal.removeEventListener("abort", stop);
      if (why === undefined) resolve({ shown: true });
      else resolve({ shown: false, fault: `the pager "${command}" ${why}` });
    };
    signal.addEventListener("abort", stop);
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (!chosen && error.code === "ENOENT") resolve({ shown: false });
      else end(`cannot be run: ${error.message}`);
    });
    child.on("close", (code, signalName) =>
      end(code === 0 ? undefined : `ended with ${signalName ?? `exit code ${code}`}`),
    );
    child.stdin.on("error", () => {}); // the pager ended before it had read everything
    child.stdin.end(text);
  });
}

/* -F: quit if the text fits on one screen, -R: colours, -X: leave the text. As git and gh do. */
const LESS = "FRX";
