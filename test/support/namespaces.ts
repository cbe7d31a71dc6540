import { spawnSync } from "node:child_process";

const UNSHARE = ["unshare", "--pid", "--fork", "--mount-proc", "--uts"];
const NAMED = ["sh", "-c", 'hostname "$0" && exec "$@"'];

/** With sudo, the program is then run as the user again. */
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
 * Returns what makes a command line run in a process-id namespace and under a host name of its own,
 * as in a container. A user namespace is no way to do that without being root: in it the directories
 * above belong to nobody, and carry trusts no configuration there.
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

/** Whether this user may make namespaces, which depends on the machine and not on a package. */
export const hasNamespaces = way !== undefined;

/** A command line that runs another one elsewhere. */
export function elsewhere(host: string, argv: readonly string[]): string[] {
  if (way === undefined) throw new Error("there are no namespaces here");
  return way(host, argv);
}
