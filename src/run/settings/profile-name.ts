import { InvalidSettingError, UnknownProfileError } from "./errors.js";

/** Name of the built-in profile, which starts its own service. */
export const SANDBOX_PROFILE = "sandbox";

/** Name of the profile that a login creates when none is named or in use. */
export const DEFAULT_PROFILE = "default";

/** Description of a valid name, as the end of "… is not". */
const ALLOWED = "a profile name: 1 to 64 letters, digits, dots, hyphens and underscores";

/** Returns the name if it is valid. @throws {InvalidSettingError} which names `where` it is set */
export function checkProfileName(name: string, where: string): string {
  if (isProfileName(name)) return name;
  throw new InvalidSettingError(where, name, ALLOWED);
}

/** Reports whether a name is valid. Properties of every object, such as `__proto__`, are not. */
export function isProfileName(name: string): boolean {
  return /^[\w.-]{1,64}$/.test(name) && !(name in Object.prototype);
}

/** Profiles by their names. */
interface Profiles<P> {
  readonly profiles: Readonly<Record<string, P>>;
}

/** Returns the profile of a name. @throws {UnknownProfileError} when it does not exist */
export function profileOf<P>({ profiles }: Profiles<P>, name: string): P {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile === undefined) throw new UnknownProfileError(name, Object.keys(profiles));
  return profile;
}
