import type { ConfigFile } from "./config-file.js";
import { InvalidSettingError, UnknownProfileError } from "./errors.js";

/** The profile that needs no configuration: it brings its own service. */
export const SANDBOX_PROFILE = "sandbox";

/** What a login makes when no profile is named and none is in use. */
export const DEFAULT_PROFILE = "default";

/** What a profile can be called, as the end of "… is not". */
const ALLOWED = "a profile's name: 1 to 64 letters, digits, dots, hyphens and underscores";

/**
 * Checks the name of a profile.
 * @param where the option, variable or argument that named it
 * @throws {InvalidSettingError}
 */
export function checkProfileName(name: string, where: string): string {
  if (isProfileName(name)) return name;
  throw new InvalidSettingError(where, name, ALLOWED);
}

/** What every object has already, such as `__proto__`, would not be found or kept as a key. */
export function isProfileName(name: string): boolean {
  return /^[\w.-]{1,64}$/.test(name) && !(name in Object.prototype);
}

/** @throws {UnknownProfileError} when there is no profile of that name */
export function profileOf(config: ConfigFile, name: string): ConfigFile["profiles"][string] {
  const profile = Object.hasOwn(config.profiles, name) ? config.profiles[name] : undefined;
  if (profile === undefined) throw new UnknownProfileError(name, Object.keys(config.profiles));
  return profile;
}
