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
 * Reports whether a fault is skipped because this machine cannot produce it. In CI none is skipped,
 * so that a missing tool fails there instead of hiding tests.
 */
export function isLeftOut(need: Need | undefined): boolean {
  return need !== undefined && !process.env.CI && !HAS[need]();
}
