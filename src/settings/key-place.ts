import type { Sources } from "./sources.js";

/**
 * Source of the API key: CARRY_API_KEY, the file named by CARRY_API_KEY_FILE, the profile's
 * `api-key`, or the output of its `api-key-command`.
 */
export type KeyPlace = "environment" | "file" | "profile" | "command";

/** Variables that provide a key without a profile, in order of precedence. */
const KEY_VARIABLES = ["CARRY_API_KEY", "CARRY_API_KEY_FILE"] as const;

/** Returns the source of a command's key, without reading it; undefined for none. */
export function keyPlace({ env, profile }: Pick<Sources, "env" | "profile">): KeyPlace | undefined {
  if (env.CARRY_API_KEY) return "environment";
  if (env.CARRY_API_KEY_FILE) return "file";
  if (profile["api-key"] !== undefined) return "profile";
  return profile["api-key-command"] === undefined ? undefined : "command";
}

/** Returns the variable that provides the key regardless of the profile; undefined for none. */
export function keyVariable(env: Sources["env"]): (typeof KEY_VARIABLES)[number] | undefined {
  return KEY_VARIABLES.find((name) => env[name]);
}

/** Returns the environment without the variables that provide a key. */
export function withoutKey(env: Sources["env"]): Sources["env"] {
  const { CARRY_API_KEY, CARRY_API_KEY_FILE, ...rest } = env;
  return rest;
}

/** Returns the environment without key, base URL and portfolio, so that a profile's own are used. */
export function withoutService(env: Sources["env"]): Sources["env"] {
  const { CARRY_BASE_URL, CARRY_PORTFOLIO, ...rest } = withoutKey(env);
  return rest;
}

/** Minimum length of a key whose end is shown. */
const SHOWN_FROM = 13;

/** Returns a key as it may be shown: the last four characters of a long one, none of a short one. */
export function maskKey(key: string): string {
  return key.length >= SHOWN_FROM ? `****${key.slice(-4)}` : "****";
}
