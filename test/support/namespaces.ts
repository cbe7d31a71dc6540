import { spawnSync } from "node:child_process";

const UNSHARE = ["unshare", "--pid", "--fork", "--mount-proc", "--uts"];
const NAMED = ["sh", "-c", 'hostname "$0" && exec "$@"'];

/** With sudo, the program itself runs as the user again. */
const AS_USER = [
  "setpriv",
  `--reuid=${process.getuid?.()}`,
  `--regid=${process.getgid?.()}`,
  "--clear-groups",
];

type Around = (host: string, argv: readonly string[]) => string[];

const WAYS: readonly Around[] = [
  (host, argv) => [...UNSHARE, ...NAMED, host, ...argv],
  (host, argv) => ["sudo", "-n", "-E", ...UNSHARE, ...NAMED, host, ...AS_USER, ...argv],
];

/**
 * Returns a prefix that runs a command line in its own process-id namespace with its own host name,
 * as in a container. A user namespace, which does not need root, cannot be used: in it the parent
 * directories belong to `nobody`, so carry does not trust a configuration there.
 */
function findWay(): Around | undefined {
  if (process.platform !== "linux") return undefined;
  for (const around of WAYS) {
    const [program = "", ...argv] = around("elsewhere", ["true"]);
    if (spawnSync(program, argv, { stdio: "ignore" }).status === 0) return around;
  }
  process.stderr.write("this user may not make namespaces: two of them are not tested\n");
  return undefined;
}

const way = findWay();

/** Reports whether this user can create namespaces, which depends on the machine. */
export const hasNamespaces = way !== undefined;

/** Returns a command line that runs another one in a namespace. */
export function elsewhere(host: string, argv: readonly string[]): string[] {
  if (way === undefined) throw new Error("there are no namespaces here");
  return way(host, argv);
}
