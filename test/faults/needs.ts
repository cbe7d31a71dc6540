import { networkInterfaces } from "node:os";
import { runs } from "../support/needs.js";
import type { Need } from "./fault.js";

const HAS: Readonly<Record<Need, () => boolean>> = {
  openssl: () => runs("openssl", "version"),
  ipv6: () =>
    Object.values(networkInterfaces()).some((all) => all?.some((it) => it.address === "::1")),
  linux: () => process.platform === "linux",
};

/**
 * Whether a fault is left out because this machine cannot make it. In CI nothing is left out, so
 * that a missing tool fails there instead of hiding tests.
 */
export function isLeftOut(need: Need | undefined): boolean {
  return need !== undefined && !process.env.CI && !HAS[need]();
}
