import type { ConfigFile } from "./config-file.js";
import { InvalidSettingError, UnknownProfileError } from "./errors.js";

/** Name of the built-in profile, which starts its own service. */
export const SANDBOX_PROFILE = "sandbox";

/** Name of the profile that a login creates when none is named or in use. */
export const DEFAULT_PROFILE = "default";

/** Description of a valid name, as the end of "… is not". */
const ALLOWED = "a profile name: 1 to 64 letters, digits, dots, hyphens and underscores";

/**
 * Checks the name of a profile.
 * @param where the option, variable or argument with the name
 * @throws {InvalidSettingError}
 */
export function checkProfileName(name: string, where: string): string {
  if (isProfileName(name)) return name;
  throw new InvalidSettingError(where, name, ALLOWED);
}

/** Reports whether a name is valid. Properties of every object, such as `__proto__`, are not. */
export function isProfileName(name: string): boolean {
  return /^[\w.-]{1,64}$/.test(name) && !(name in Object.prototype);
}

/** Returns the profile of a name. @throws {UnknownProfileError} when it does not exist */
export function profileOf(config: ConfigFile, name: string): ConfigFile["profiles"][string] {
  const profile = Object.hasOwn(config.profiles, name) ? config.profiles[name] : undefined;
  if (profile === undefined) throw new UnknownProfileError(name, Object.keys(config.profiles));
  return profile;
}
