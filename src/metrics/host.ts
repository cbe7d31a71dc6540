import { isIP } from "node:net";

const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;
const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Reports whether an address is reached from this machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host.toLowerCase()) || host === "::1";
}

/**
 * Reports whether a request is meant for this server, by its Host header: a loopback name, or the host that
 * it listens on. If it listens on every address: the address that the request came to, since others can
 * change what a name resolves to (DNS rebinding).
 * @param header the Host header, with or without a port
 * @param host name or address that the server listens on
 * @param local address that the request came to
 */
export function isAllowedHost(
  header: string | undefined,
  host: string,
  local: string | undefined,
): boolean {
  const [, name] =
    /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/.exec(header?.toLowerCase() ?? "") ?? [];
  if (name === undefined) return false;
  if (LOOPBACK.test(name)) return true;
  const bare = name.replace(/^\[|\]$/g, "");
  if (bare === host.toLowerCase()) return true;
  const own = local?.replace(/^::ffff:/, "").toLowerCase();
  return EVERY_ADDRESS.has(host) && isIP(bare) !== 0 && bare === own;
}
