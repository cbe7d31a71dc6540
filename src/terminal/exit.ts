import { closeSync, fstatSync } from "node:fs";
import { isatty } from "node:tty";

/**
 * Ends the process. A terminal that is gone is closed before: Node gives each back as it was, and
 * aborts where that fails (ResetStdio in its node.cc).
 */
export function endProcess(exitCode: number): never {
  for (const fd of [0, 1, 2]) if (isDeviceWithoutTerminal(fd)) closeSync(fd);
  process.exit(exitCode);
}

/** What is asked of a keyboard. */
const KEYBOARD_CALLS: ReadonlySet<unknown> = new Set(["read", "setRawMode"]);

/** Whether an error comes of a keyboard whose terminal is gone. */
export function isHangUp(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  return error.code === "EIO" && KEYBOARD_CALLS.has(error.syscall) && isDeviceWithoutTerminal(0);
}

/** A terminal that is gone is one; so is a device that never was a terminal. */
function isDeviceWithoutTerminal(fd: number): boolean {
  try {
    return !isatty(fd) && fstatSync(fd).isCharacterDevice();
  } catch {
    return false; // closed
  }
}
