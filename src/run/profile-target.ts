import { UsageError } from "../base/usage-error.js";
import type { Context } from "./context.js";
import { DEFAULT_PROFILE, profileOf, SANDBOX_PROFILE } from "./settings/profile-name.js";
import type { ConfigFile } from "./settings/store.js";

/** A profile as stored, every value as text. */
export type StoredProfile = ConfigFile["profiles"][string];

/** Returns the profile to write to: given, in use, or default. @throws {UsageError} for the sandbox */
export function targetName(context: Context, config: ConfigFile): string {
  const name = context.namedProfile() ?? config.current ?? DEFAULT_PROFILE;
  refuseSandbox(name);
  return name;
}

/** Like {@link targetName}, for an existing profile. @throws {UnknownProfileError} {@link UsageError} */
export function existingTarget(
  context: Context,
  config: ConfigFile,
): { readonly name: string; readonly profile: StoredProfile } {
  const name = context.namedProfile() ?? config.current;
  if (name === undefined) {
    throw new UsageError(
      "no profile is in use",
      "add --profile, select one with `carry profile use <name>`, or create one with `carry auth login`",
    );
  }
  refuseSandbox(name);
  return { name, profile: profileOf(config, name) };
}

/** Stores a profile in the configuration; the first one becomes the one in use. */
export function putProfile(config: ConfigFile, name: string, profile: StoredProfile): void {
  config.profiles[name] = profile;
  if (config.current === undefined || !Object.hasOwn(config.profiles, config.current)) {
    config.current = name;
  }
}

/** @throws {UsageError} for the built-in profile */
export function refuseSandbox(name: string): void {
  if (name !== SANDBOX_PROFILE) return;
  throw new UsageError(
    'the profile "sandbox" is built in and cannot be changed',
    "use another profile",
  );
}
