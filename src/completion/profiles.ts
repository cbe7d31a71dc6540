import { join } from "node:path";
import { BOUNDS } from "../base/bounds.js";
import { SANDBOX_PROFILE } from "../settings/profile-name.js";
import { configDirectory } from "../storage/places.js";
import { NOT_BY_OTHERS, readRegular } from "../storage/regular-file.js";
import type { Word } from "./model.js";
import type { Computer } from "./place.js";

/** Returns the names of the profiles, with the one in use marked. */
export function profileNames(place: Computer): Word[] {
  const { current, profiles } = readProfiles(place);
  const stored = Object.keys(profiles)
    .filter((name) => name !== SANDBOX_PROFILE)
    .map((name) => ({ value: name, description: name === current ? "in use" : "profile" }));
  return [...stored, { value: SANDBOX_PROFILE, description: "built in, needs no service" }];
}

/** Returns the profile of a line without `--profile`. */
export function profileInUse(place: Computer): string | undefined {
  return place.env.CARRY_PROFILE || readProfiles(place).current;
}

/** Returns a value of a profile, if it is a string. */
export function profileValue(place: Computer, profile: string, key: string): string | undefined {
  const value = asRecord(asRecord(readProfiles(place).profiles)[profile])[key];
  return typeof value === "string" ? value : undefined;
}

const NO_PROFILES = { current: undefined, profiles: {} };

/** Reads the configuration file without schema and conf, which are too slow for a TAB press. */
function readProfiles({ env, platform }: Computer): {
  current: string | undefined;
  profiles: Record<string, unknown>;
} {
  try {
    const path = join(configDirectory(env, platform) ?? "", "config.json");
    const { current, profiles } = asRecord(
      JSON.parse(readRegular(path, NOT_BY_OTHERS, BOUNDS.file.configuration) ?? ""),
    );
    return {
      current: typeof current === "string" ? current : undefined,
      profiles: asRecord(profiles),
    };
  } catch {
    return NO_PROFILES;
  }
}

/** Returns an object's fields; none for other values. */
export function asRecord(value: unknown): Record<string, unknown> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : {};
}
