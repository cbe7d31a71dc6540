import { closeSync, fstatSync } from "node:fs";
import { isatty } from "node:tty";

/**
 * Ends the process. Closes terminals that are gone first, because Node restores the mode of each
 * and aborts when that fails (ResetStdio in its node.cc).
 */
export function endProcess(exitCode: number): never {
  for (const fd of [0, 1, 2]) if (isDeviceWithoutTerminal(fd)) closeSync(fd);
  process.exit(exitCode);
}

/** System calls on the keyboard that fail once its terminal is gone. */
const KEYBOARD_CALLS: ReadonlySet<unknown> = new Set(["read", "setRawMode"]);

/** Reports whether an error means that the terminal of the keyboard is gone. */
export function isHangUp(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  return error.code === "EIO" && KEYBOARD_CALLS.has(error.syscall) && isDeviceWithoutTerminal(0);
}

/** Reports whether `fd` is a character device but no terminal, such as a terminal that is gone. */
function isDeviceWithoutTerminal(fd: number): boolean {
  try {
    return !isatty(fd) && fstatSync(fd).isCharacterDevice();
  } catch {
    return false; // closed
  }
}
