import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";

const LOOPBACK = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Looks up the addresses of a name, for `net.connect`. `localhost` is this machine, whatever a hosts file
 * or a resolver says (RFC 6761, 6.3), since plain http and the key are allowed there.
 */
export const lookUp: LookupFunction = (name, options, callback) => {
  if (name !== "localhost") lookup(name, options, callback);
  else if (options.all) queueMicrotask(() => callback(null, LOOPBACK));
  else queueMicrotask(() => callback(null, "127.0.0.1", 4)); // Node does not try several addresses
};
