import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { CARRY } from "./bundle.js";
import { isInstalled } from "./needs.js";
import { taggedScreen, trimmed } from "./styles.js";

const run = promisify(execFile);

/** Contents of a terminal after a run of the built `carry`. */
export interface Screen {
  /** All lines, scrolled-off ones included; colours as `{red}` ... `{/}`. */
  readonly text: string;
  /** The same with its escape sequences for styles. */
  readonly styled: string;
  /** Whether the terminal wrapped a line that was too wide. */
  readonly isBroken: boolean;
}

export interface ScreenOptions {
  readonly columns: number;
  readonly rows: number;
  readonly env: Readonly<Record<string, string>>;
}

export const hasTmux = (): boolean => isInstalled("tmux", ["-V"], "the screens were");

/* tmux receives the change of title after all other output, so the screen is then complete. */
const RUN_AND_MARK = 'exec 2>&1; "$@"; printf "\\033]2;shown\\007"; exec tail -f /dev/null';

/** Stands between the captures of one screen. */
const NEXT = "=== the same screen again ===";

/** Runs the built `carry` on a new terminal. */
export function showOnTerminal(argv: readonly string[], options: ScreenOptions): Promise<Screen> {
  return runOnTerminal([process.execPath, CARRY, ...argv], options);
}

/** Runs any program on a new terminal. */
export async function runOnTerminal(
  words: readonly string[],
  { columns, rows, env }: ScreenOptions,
): Promise<Screen> {
  const home = mkdtempSync(join(tmpdir(), "carry-tmux-"));
  const own = { PATH: process.env.PATH ?? "", HOME: home, CARRY_PAGER: "" };
  const tmux = async (...args: string[]) => {
    const all = ["-S", join(home, "socket"), "-f", "/dev/null", ...args];
    return (await run("tmux", all, { env: { ...own, LC_ALL: "C.UTF-8" } })).stdout;
  };
  const variables = Object.entries({ ...own, ...env }).map(([name, value]) => `${name}=${value}`);
  try {
    await tmux(
      ...["set-option", "-g", "history-limit", "1000", ";"],
      ...["set-hook", "-g", "pane-title-changed", "wait-for -S shown", ";"],
      ...["new-session", "-d", "-x", String(columns), "-y", String(rows), "--"],
      ...["env", "-i", ...variables, "sh", "-c", RUN_AND_MARK, "sh", ...words],
    );
    const capture = ["capture-pane", "-p", "-S", "-"];
    const next = [";", "display-message", "-p", NEXT, ";", ...capture];
    const shown = await tmux("wait-for", "shown", ";", ...capture, ...next, "-J", ...next, "-e");
    const [plain = "", joined = "", styled = ""] = shown.split(`${NEXT}\n`);
    const isBroken = trimmed(plain) !== trimmed(joined);
    return { text: taggedScreen(styled), styled: trimmed(styled), isBroken };
  } finally {
    await tmux("kill-server");
    rmSync(home, { recursive: true });
  }
}
