import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/*
 * A file system in memory, mounted in a mount namespace of a process that waits: other processes
 * reach it below /proc/<pid>/root, and it is gone with the process. Without root, the user's own
 * user namespace allows the mount.
 */
const WAYS = [
  ["unshare", "--mount"],
  ["unshare", "--user", "--map-root-user", "--mount"],
] as const;

const MOUNT_POINT = "/mnt";

/** Each line on stdin is a new size in KiB. */
const SCRIPT = `
mount -t tmpfs -o size="$1"k,mode=700 carry ${MOUNT_POINT} && echo mounted || exit 1
while read -r size; do mount -o remount,size="$size"k ${MOUNT_POINT} && echo resized; done
`;

function findWay(): readonly string[] | undefined {
  if (process.platform !== "linux") return undefined;
  const mount = ["sh", "-c", `mount -t tmpfs carry ${MOUNT_POINT}`];
  for (const way of WAYS) {
    const [program, ...argv] = [...way, ...mount];
    if (spawnSync(program, argv, { stdio: "ignore" }).status === 0) return way;
  }
  process.stderr.write("this user may not make mount namespaces: a full disk is not tested\n");
  return undefined;
}

const way = findWay();

/** Reports whether this user can mount a file system of a test, which depends on the machine. */
export const hasSmallDisk = way !== undefined;

/** A file system with little space. */
export interface SmallDisk {
  /** Path of its root, for every process of this user. */
  readonly path: string;
  /** Gives it another size. */
  resize(kibibytes: number): Promise<void>;
  close(): Promise<void>;
}

/** Mounts a file system of this size. */
export async function mountSmallDisk(kibibytes: number): Promise<SmallDisk> {
  const [program, ...argv] = way ?? [];
  if (program === undefined) throw new Error("there are no mount namespaces here");
  const holder = spawn(program, [...argv, "sh", "-c", SCRIPT, "sh", String(kibibytes)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: holder.stdout })[Symbol.asyncIterator]();
  const said = async (wanted: string) => {
    const { value } = await lines.next();
    if (value !== wanted) throw new Error(`the file system was not ${wanted}`);
  };
  await said("mounted");
  return {
    path: `/proc/${holder.pid}/root${MOUNT_POINT}`,
    async resize(to) {
      holder.stdin.write(`${to}\n`);
      await said("resized");
    },
    close: () => end(holder),
  };
}

async function end(holder: ChildProcess): Promise<void> {
  const ended = once(holder, "exit");
  holder.stdin?.end();
  await ended;
}
