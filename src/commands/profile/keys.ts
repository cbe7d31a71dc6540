import { UsageError } from "../../base/usage-error.js";
import { parseBaseUrl } from "../../client/base-url.js";
import { nearestTo } from "../../output/text/nearest.js";
import type { Profile } from "../../settings/profile.js";
import {
  readSetting,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  settingOfKey,
} from "../../settings/settings.js";

/** Every key of a profile that `profile set` takes. */
export const SETTABLE_KEYS: readonly string[] = SETTING_NAMES.flatMap(
  (name) => SETTINGS[name].key ?? [],
);

/** Every key of a profile. */
export const ALL_KEYS: readonly string[] = ["api-key", ...SETTABLE_KEYS];

/** @throws {UsageError} for a key that no profile has */
export function checkKey(text: string): keyof Profile {
  const key = ALL_KEYS.find((it) => it === text);
  if (key !== undefined) return key as keyof Profile;
  const nearest = nearestTo(text, ALL_KEYS);
  throw new UsageError(
    `a profile has no "${text}"`,
    `${nearest === undefined ? "" : `did you mean ${nearest}? `}it has ${ALL_KEYS.join(", ")}`,
  );
}

/**
 * Checks the value of a key before it is stored.
 * @returns it as it is to be stored
 * @throws {InvalidSettingError} {@link RefusedRequestError} when the setting cannot have it
 * @throws {UsageError} for the API key, which must not be part of a command line
 */
export function checkValue(key: keyof Profile, value: string): string {
  const name = settingOfKey(key);
  if (name === undefined) {
    throw new UsageError(
      "an API key is not taken from the command line, which other users and the shell's history can see",
      "run `carry auth login`, or pipe it in: carry auth login --with-key < file-with-the-key",
    );
  }
  readSetting(name, value, key);
  if (key === "base-url" || key === "public-base-url") parseBaseUrl(value);
  return asStored(name, value);
}

/** A value as it is stored and shown: a switch is on or off, however it was typed. */
export function asStored(name: SettingName, text: string): string {
  const value = SETTINGS[name].parse(text);
  return typeof value === "boolean" ? (value ? "on" : "off") : text;
}
