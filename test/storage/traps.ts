import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Another user of the machine; only root can act as that user. */
const OTHER = 65_534;

/** What may be found where a file is expected. */
export interface Trap {
  readonly name: string;
  /** Whether only root can set it. */
  readonly forRoot?: boolean;
  readonly forLinux?: boolean;
  /** Whether it is one for the configuration and the key alone. */
  readonly forKeys?: boolean;
  /** Changes or replaces a file. */
  set(path: string): void | Promise<void>;
}

/** Every trap; each source of files runs through all of them. */
export const TRAPS: readonly Trap[] = [
  { name: "a pipe that nobody writes to", set: (path) => instead(path, () => mkfifo(path)) },
  {
    name: "a link to /dev/zero",
    set: (path) => instead(path, () => symlinkSync("/dev/zero", path)),
  },
  { name: "a directory", set: (path) => instead(path, () => mkdirSync(path)) },
  { name: "a socket", set: (path) => instead(path, () => listenAt(path)) },
  {
    name: "a device",
    forRoot: true,
    set: (path) => instead(path, () => execFileSync("mknod", [path, "c", "1", "5"])),
  },
  {
    name: "a file of another user",
    forRoot: true,
    forKeys: true,
    set: (path) => chownSync(path, OTHER, OTHER),
  },
  {
    name: "a link of another user",
    forRoot: true,
    forKeys: true,
    set(path) {
      renameSync(path, `${path}.real`);
      symlinkSync(`${path}.real`, path);
      lchownSync(path, OTHER, OTHER);
    },
  },
  { name: "a file of 8 GiB", set: (path) => truncateSync(path, 2 ** 33) },
  {
    // A regular file of size 0 by its status, from which 256 GiB can be read.
    name: "a file that is longer than it says",
    forLinux: true,
    set: (path) => instead(path, () => symlinkSync("/proc/self/pagemap", path)),
  },
  { name: "a file that everybody can write", forKeys: true, set: (path) => chmodSync(path, 0o666) },
  {
    name: "a file in a directory that everybody can write",
    forKeys: true,
    set: (path) => chmodSync(dirname(path), 0o777),
  },
];

async function instead(path: string, make: () => unknown): Promise<void> {
  rmSync(path);
  await make();
}

function mkfifo(path: string): void {
  execFileSync("mkfifo", [path]);
}

/** Binds a socket under a short name, since a long one does not fit into its address. */
async function listenAt(path: string): Promise<void> {
  const short = join(mkdtempSync(join(tmpdir(), "c-")), "s");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(short, resolve));
  onTestFinished(() => {
    server.close();
    rmSync(dirname(short), { recursive: true, force: true });
  });
  renameSync(short, path);
}
