import { keyFault } from "../base/secrets.js";
import { RefusedRequestError } from "./errors.js";

/** @throws {RefusedRequestError} for a key that no header can have */
export function checkKey(key: string): void {
  const fault = keyFault(key);
  if (fault !== undefined) throw new RefusedRequestError(`apiKey ${fault}`);
}
