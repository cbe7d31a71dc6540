import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
} from "node:fs";
import { orElse } from "../functions.js";
import { visibleProcesses } from "./programs.js";

/**
 * Returns a function that reports whether the pipe at a descriptor has lost its last reader, which
 * otherwise only a write shows. It returns true only when that is certain: always false when no
 * reader was visible at the first call, when the descriptor is not a pipe, and on other systems
 * than Linux.
 */
export function createReaderLook(fd: number): () => boolean {
  let look: (() => boolean) | undefined;
  return () => {
    look ??= lookOf(fd);
    return look();
  };
}

function lookOf(fd: number): () => boolean {
  try {
    if (process.platform !== "linux" || !fstatSync(fd).isFIFO()) return () => false;
    const path = `/proc/self/fd/${fd}`;
    const pipe = readlinkSync(path);
    return pipe.startsWith("pipe:[") ? lookAmongProcesses(pipe) : () => cannotBeOpened(path);
  } catch {
    return () => false;
  }
}

/** Reports whether a named pipe has no reader (ENXIO). An unnamed pipe can always be opened. */
function cannotBeOpened(path: string): boolean {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
    return false;
  } catch (error) {
    return codeOf(error) === "ENXIO";
  }
}

/** Remembers the readers of a pipe, and searches for others once these are gone. */
function lookAmongProcesses(pipe: string): () => boolean {
  let { readers } = search(pipe);
  let isCertain = readers.length > 0;
  return () => {
    // A process that is no longer readable, as after `sudo`, may read on.
    const mayRead = (path: string) => orElse(() => targetOf(path) === pipe, true);
    if (!isCertain || readers.some(mayRead)) return false;
    const found = search(pipe);
    readers = found.readers;
    isCertain = readers.length > 0 || !found.isHidden;
    return isCertain && readers.length === 0;
  };
}

function search(pipe: string) {
  const all = visibleProcesses();
  const own = all.find(({ pid }) => pid === process.pid);
  const found = all
    .filter((it) => it !== own)
    .map(({ pid, group }) => ({ group, readers: readersIn(pid, pipe) }));
  return {
    readers: found.flatMap(({ readers }) => readers ?? []),
    isHidden: found.some(({ group, readers }) => readers === undefined && group === own?.group),
  };
}

/** @returns undefined when the process is not readable */
function readersIn(pid: number, pipe: string): string[] | undefined {
  const directory = `/proc/${pid}/fd`;
  try {
    return readdirSync(directory)
      .map((fd) => `${directory}/${fd}`)
      .filter((path) => targetOf(path) === pipe && isReadable(path));
  } catch (error) {
    return isGone(error) ? [] : undefined;
  }
}

/**
 * Returns the target of a descriptor; undefined when it is closed or its process has ended.
 * @throws when the process is not readable
 */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Reports whether a descriptor is open for reading, from its link's mode. Source: proc_pid_fd(5). */
function isReadable(path: string): boolean {
  return ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & constants.S_IRUSR) !== 0;
}

function isGone(error: unknown): boolean {
  return ["ENOENT", "ESRCH"].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
