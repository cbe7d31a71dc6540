import type { Sources } from "./sources.js";

/**
 * Where a key is kept: CARRY_API_KEY, the file that CARRY_API_KEY_FILE names, the profile itself, or
 * what the profile's command prints.
 */
export type KeyPlace = "environment" | "file" | "profile" | "command";

/** The variables that give a key without a profile, strongest first. */
const KEY_VARIABLES = ["CARRY_API_KEY", "CARRY_API_KEY_FILE"] as const;

/** The place that the key of a command would come from; undefined for none. Nothing is fetched. */
export function keyPlace({ env, profile }: Pick<Sources, "env" | "profile">): KeyPlace | undefined {
  if (env.CARRY_API_KEY) return "environment";
  if (env.CARRY_API_KEY_FILE) return "file";
  if (profile["api-key"] !== undefined) return "profile";
  return profile["api-key-command"] === undefined ? undefined : "command";
}

/** The variable that gives the key whatever the profile holds; undefined when none does. */
export function keyVariable(env: Sources["env"]): (typeof KEY_VARIABLES)[number] | undefined {
  return KEY_VARIABLES.find((name) => env[name]);
}

/** The environment without what gives a key. */
export function withoutKey(env: Sources["env"]): Sources["env"] {
  const { CARRY_API_KEY, CARRY_API_KEY_FILE, ...rest } = env;
  return rest;
}

/** The environment without what it says of the service: what a profile has by itself remains. */
export function withoutService(env: Sources["env"]): Sources["env"] {
  const { CARRY_BASE_URL, CARRY_PORTFOLIO, ...rest } = withoutKey(env);
  return rest;
}
