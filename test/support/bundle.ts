import { fileURLToPath } from "node:url";

/** The launcher of the built bundle. */
export const CARRY = fileURLToPath(new URL("../../bin/carry.js", import.meta.url));
