import { join } from "node:path";
import { BOUNDS } from "../base/bounds.js";
import { isRecord } from "../base/is-record.js";
import { SANDBOX_PORTFOLIOS } from "../sandbox/portfolios.js";
import { SANDBOX_PROFILE } from "../settings/profile-name.js";
import { configDirectory } from "../storage/places.js";
import { notByOthers, readText } from "../storage/read-file.js";
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

/** Returns the portfolios that a profile names: their ids by name. */
export function portfoliosOf(place: Computer, profile: string): ReadonlyMap<string, string> {
  if (profile === SANDBOX_PROFILE) {
    const count = Number(place.env.CARRY_SANDBOX_PORTFOLIOS) || 1;
    return new Map(SANDBOX_PORTFOLIOS.slice(0, count).map(({ name, id }) => [name, id]));
  }
  const own = Object.entries(asRecord(asRecord(readProfiles(place).profiles)[profile]));
  const named = own.flatMap(([key, id]) =>
    key.startsWith(PORTFOLIOS) && typeof id === "string"
      ? [[key.slice(PORTFOLIOS.length), id] as const]
      : [],
  );
  return new Map(named);
}

const PORTFOLIOS = "portfolios.";

/** Reads the configuration file without schema and conf, which are too slow for a TAB press. */
function readProfiles({ env, platform }: Computer) {
  try {
    const path = join(configDirectory(env, platform) ?? "", "config.json");
    const { current, profiles } = asRecord(
      JSON.parse(readText(path, BOUNDS.file.configuration, notByOthers) ?? ""),
    );
    return {
      current: typeof current === "string" ? current : undefined,
      profiles: asRecord(profiles),
    };
  } catch {
    return { current: undefined, profiles: {} };
  }
}

/** Returns an object's fields; none for other values. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
