import { checkKey } from "./check-key.js";
import { RefusedRequestError } from "./errors.js";
import type { ClientOptions } from "./options.js";

/** Longest time limit, milliseconds: that of a timer. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Maximum of `retries`, as of `--retries`. */
const MAX_RETRIES = 20;

/**
 * Ensures that requests can be made with the options of a client.
 * @throws {RefusedRequestError} for a key that no header can have, and for a number out of its range
 */
export function checkOptions({ apiKey, timeout, retries }: ClientOptions): void {
  if (typeof apiKey === "string") checkKey(apiKey);
  checkNumber("timeout", timeout, 1, MAX_TIMEOUT_MS);
  checkNumber("retries", retries, 0, MAX_RETRIES);
}

function checkNumber(name: string, value: number | undefined, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return;
  throw new RefusedRequestError(
    `${name} is ${value}: a whole number from ${least} to ${most} is needed`,
  );
}
