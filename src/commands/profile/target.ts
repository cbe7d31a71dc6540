import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import type { ConfigFile } from "../../settings/config-file.js";
import { DEFAULT_PROFILE, profileOf, SANDBOX_PROFILE } from "../../settings/profile-name.js";

/** A profile as it is stored, every value as text. */
export type StoredProfile = ConfigFile["profiles"][string];

/**
 * The name of the profile to write to: the one named, the one in use, or the first one to be.
 * @throws {UsageError} for the sandbox, which is not stored
 */
export function targetName(context: Context, config: ConfigFile): string {
  const name = context.namedProfile() ?? config.current ?? DEFAULT_PROFILE;
  refuseSandbox(name);
  return name;
}

/** The same, of a profile that must be there. @throws {UnknownProfileError} {@link UsageError} */
export function existingTarget(
  context: Context,
  config: ConfigFile,
): { readonly name: string; readonly profile: StoredProfile } {
  const name = context.namedProfile() ?? config.current;
  if (name === undefined) {
    throw new UsageError(
      "no profile is in use",
      "name one with --profile, choose one with `carry profile use <name>`, or make one with `carry auth login`",
    );
  }
  refuseSandbox(name);
  return { name, profile: profileOf(config, name) };
}

/** Puts a profile into the configuration; the first one there is in use from then on. */
export function putProfile(config: ConfigFile, name: string, profile: StoredProfile): void {
  config.profiles[name] = profile;
  if (config.current === undefined || !Object.hasOwn(config.profiles, config.current)) {
    config.current = name;
  }
}

/** @throws {UsageError} for the profile that is built in */
export function refuseSandbox(name: string): void {
  if (name !== SANDBOX_PROFILE) return;
  throw new UsageError(
    'the profile "sandbox" is built in: nothing is stored in it',
    "name another profile",
  );
}
