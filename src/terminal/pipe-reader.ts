import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
} from "node:fs";
import { visibleProcesses } from "./processes.js";

/**
 * Returns a look at whether the pipe behind a descriptor has lost its last reader, which the system
 * tells only to a write. It is true only when that is certain: never for a reader that could not be
 * seen at the first look, and never for what is no pipe or not on Linux.
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

/** A named pipe without a reader cannot be opened (ENXIO); one without a name always can. */
function cannotBeOpened(path: string): boolean {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
    return false;
  } catch (error) {
    return codeOf(error) === "ENXIO";
  }
}

/** Remembers who reads a pipe, and looks for others once these have gone. */
function lookAmongProcesses(pipe: string): () => boolean {
  let { readers } = search(pipe);
  let isCertain = readers.length > 0;
  return () => {
    if (!isCertain || readers.some((path) => mayRead(path, pipe))) return false;
    const found = search(pipe);
    readers = found.readers;
    isCertain = readers.length > 0 || !found.isHidden;
    return isCertain && readers.length === 0;
  };
}

interface Found {
  /** The descriptors that the pipe can be read from. */
  readonly readers: readonly string[];
  /** Whether a process of the same group, such as a `sudo` behind `|`, does not let itself be seen. */
  readonly isHidden: boolean;
}

function search(pipe: string): Found {
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

/** @returns undefined when the process does not let itself be seen */
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

/** A reader that does not let itself be seen any more, such as a shell that has become a `sudo`, is one. */
function mayRead(path: string, pipe: string): boolean {
  try {
    return targetOf(path) === pipe;
  } catch {
    return true;
  }
}

/**
 * What a descriptor leads to.
 * @returns undefined when it is closed, or its process has ended
 * @throws when the process does not let itself be seen
 */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** The link to a descriptor has the permissions that it was opened with. Source: proc_pid_fd(5). */
function isReadable(path: string): boolean {
  return ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & constants.S_IRUSR) !== 0;
}

function isGone(error: unknown): boolean {
  return ["ENOENT", "ESRCH"].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
