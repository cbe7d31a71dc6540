import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** A regular file that a stream is redirected to. */
export interface OutputFile {
  /** The same for the same file, as long as it exists. */
  readonly id: string;
  /** Size in bytes. */
  readonly size: number;
  /** Reads the file from an offset to its end; undefined where it cannot be read. */
  readFrom(offset: number): Buffer | undefined;
}

/** Returns the regular file behind a descriptor; undefined for a pipe, a terminal or a device. */
export function outputFileOf(fd: number): OutputFile | undefined {
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return undefined;
    const { dev, ino, size } = stats;
    return { id: `${dev}:${ino}`, size, readFrom: (offset) => readFrom(fd, offset, size) };
  } catch {
    return undefined; // the stream is closed
  }
}

/** The descriptor of a redirection is only for writing, so the file is opened again (Linux). */
function readFrom(fd: number, offset: number, size: number): Buffer | undefined {
  if (process.platform !== "linux") return undefined;
  let file: number | undefined;
  try {
    file = openSync(`/proc/self/fd/${fd}`, "r");
    const bytes = Buffer.alloc(Math.max(0, size - offset));
    let read = 0;
    while (read < bytes.length) {
      const count = readSync(file, bytes, read, bytes.length - read, offset + read);
      if (count === 0) break;
      read += count;
    }
    return bytes.subarray(0, read);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
