import { forbidden, unauthorized } from "./refusal.js";

/** Full access to the sandbox. Not secret: the sandbox is reachable from this machine only. */
export const SANDBOX_KEY = "sandbox-full-access-key";

/** A valid key without the scope for positions. Not secret either. */
export const SANDBOX_LIMITED_KEY = "sandbox-no-scope-key";

/** Accepts a request with the full key. @throws {Refusal} 401 or 403 for any other key */
export function requireAccess(authorization: string | undefined): void {
  const key = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (key === SANDBOX_LIMITED_KEY) {
    throw forbidden();
  }
  if (key !== SANDBOX_KEY) {
    throw unauthorized();
  }
}
