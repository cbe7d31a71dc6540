import type { Sources } from "./settings.js";

/** Where a key is kept: CARRY_API_KEY, the profile itself, or what the profile's command prints. */
export type KeyPlace = "environment" | "profile" | "command";

/** The place that the key of a command would come from; undefined for none. Nothing is fetched. */
export function keyPlace({ env, profile }: Pick<Sources, "env" | "profile">): KeyPlace | undefined {
  if (env.CARRY_API_KEY) return "environment";
  if (profile["api-key"] !== undefined) return "profile";
  return profile["api-key-command"] === undefined ? undefined : "command";
}

/** The environment without what it says of the service: what a profile has by itself remains. */
export function withoutService(env: Sources["env"]): Sources["env"] {
  const { CARRY_BASE_URL, CARRY_API_KEY, CARRY_PORTFOLIO, ...rest } = env;
  return rest;
}
