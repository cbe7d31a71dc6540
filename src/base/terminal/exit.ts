import { closeSync, fstatSync } from "node:fs";
import { constants } from "node:os";
import { isatty } from "node:tty";
import { orElse } from "../functions.js";

/**
 * Signals by which the process ends itself, instead of with their exit code, so that a shell ends its
 * loop and a service manager reports a stop. SIGQUIT could write a core file with the key.
 */
const LETHAL = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

/** Time in which the signal must end the process; after it, the process exits with the exit code. */
const DELIVERY_MS = 1000;

/**
 * Ends the process, after the actions for its exit. Closes terminals that are gone first, because
 * Node restores the mode of each and aborts when that fails (ResetStdio in its node.cc).
 * @param exitCode 128 plus the number of a signal that has ended the work: what a shell shows
 */
export function endProcess(exitCode: number): never {
  for (const fd of [0, 1, 2]) if (isDeviceWithoutTerminal(fd)) closeSync(fd);
  const lethal = LETHAL.find((name) => 128 + constants.signals[name] === exitCode);
  if (lethal !== undefined && process.platform !== "win32") {
    process.once("exit", () => endBy(lethal));
  }
  process.exit(exitCode);
}

function endBy(signalName: (typeof LETHAL)[number]): void {
  for (const stream of [process.stdin, process.stdout, process.stderr]) giveBack(stream);
  process.removeAllListeners(signalName);
  process.kill(process.pid, signalName);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, DELIVERY_MS);
}

/**
 * Restores what Node restores when it exits: the echo of keys, and blocking pipes, without which the
 * next program that writes to the pipe fails (EAGAIN).
 */
function giveBack(
  stream: (NodeJS.ReadStream | NodeJS.WriteStream) & {
    readonly _handle?: { setBlocking?(blocks: boolean): unknown } | null;
  },
): void {
  if ("isRaw" in stream && stream.isRaw) stream.setRawMode(false);
  if (!stream.isTTY) stream._handle?.setBlocking?.(true);
}

/** System calls on the keyboard that fail once its terminal is gone. */
const KEYBOARD_CALLS: ReadonlySet<unknown> = new Set(["read", "setRawMode"]);

/** Reports whether an error means that the terminal of the keyboard is gone. */
export function isHangUp(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  return error.code === "EIO" && KEYBOARD_CALLS.has(error.syscall) && isDeviceWithoutTerminal(0);
}

/** Reports whether `fd` is a character device but no terminal, such as a terminal that is gone. */
function isDeviceWithoutTerminal(fd: number): boolean {
  return !isatty(fd) && orElse(() => fstatSync(fd).isCharacterDevice(), false); // it may be closed
}
