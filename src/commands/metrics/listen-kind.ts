import type { ValueKind } from "../../base/value-kind.js";
import type { Place } from "../../metrics/server.js";
import { parseWholeNumber } from "../../settings/values.js";

const HOST = /^(?:\[([0-9a-f:.]+)\]|([A-Za-z0-9.-]{1,253})):(\d+)$/i;
const port = parseWholeNumber(0, 65_535);

/** Where to listen: a port of loopback, or a host and a port. */
export const LISTEN: ValueKind<Place> = {
  parse(text) {
    const [, address, name, digits] = HOST.exec(text) ?? [];
    const found = port(digits ?? text);
    return found === undefined ? undefined : { host: address ?? name ?? "127.0.0.1", port: found };
  },
  allowed: "a port such as 9188, or a host and a port such as 192.0.2.7:9188 or [::1]:9188",
};
