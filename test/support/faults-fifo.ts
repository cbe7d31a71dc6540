import { type ChildProcess, execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { onTestFinished } from "vitest";

export interface UnreadPipe {
  /** Write end of the pipe, for a child process. */
  readonly fd: number;
  /**
   * Resolves when the child has written something, or has ended without output; reads one byte and
   * leaves the rest.
   */
  writtenBy(child: ChildProcess): Promise<void>;
}

/** Creates a real pipe that is not read, closed at the end of the test. */
export function unreadPipe(): UnreadPipe {
  const directory = mkdtempSync(join(tmpdir(), "carry-pipe-"));
  const path = join(directory, "pipe");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const fd = openSync(path, constants.O_WRONLY);
  onTestFinished(() => {
    closeSync(reader);
    closeSync(fd);
    rmSync(directory, { recursive: true });
  });
  return {
    fd,
    async writtenBy(child) {
      while (!hasByte(reader) && child.exitCode === null) await nextTurn();
    },
  };
}

function hasByte(fd: number): boolean {
  try {
    return readSync(fd, Buffer.alloc(1)) === 1;
  } catch (error) {
    if ((error as { code?: unknown }).code === "EAGAIN") return false;
    throw error;
  }
}
