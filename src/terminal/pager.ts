import { spawn } from "node:child_process";
import type { Io, Paged } from "./io.js";

/** A program that shows a text page by page. */
export interface PagerChoice {
  readonly command: string;
  /** Named by the user, so that its absence is worth a warning. */
  readonly chosen: boolean;
}

/**
 * Chooses the pager: `$CARRY_PAGER`, else `$PAGER`, else less. An empty variable turns it off.
 * @returns undefined where nothing is to be paged
 */
export function choosePager(env: Io["env"], platform: string): PagerChoice | undefined {
  const command = env.CARRY_PAGER ?? env.PAGER;
  if (command !== undefined) return command.trim() === "" ? undefined : { command, chosen: true };
  return platform === "win32" ? undefined : { command: "less", chosen: false };
}

/**
 * Shows a text with a pager and waits until it has been left. A command that the user chose may have
 * options, so that a shell reads it; nothing but the command is in its words.
 * @param signal stops the pager; what comes of it is left to the caller
 */
export function runPager(
  text: string,
  { command, chosen }: PagerChoice,
  env: Io["env"],
  signal: AbortSignal,
): Promise<Paged> {
  return new Promise((resolve) => {
    const child = spawn(command, {
      env: pagerEnv(env),
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
    child.stdin.on("error", () => {}); // left before it has read all
    child.stdin.end(text);
  });
}

/* -F: not for what fits on one screen, -R: colours, -X: the text stays. The same as git and gh. */
const LESS = "FRX";

/** The environment without the key, which no pager needs. */
function pagerEnv({ CARRY_API_KEY: _, ...env }: Io["env"]): NodeJS.ProcessEnv {
  return { ...env, LESS: env.LESS ?? LESS, LV: env.LV ?? "-c" };
}
