import { UsageError } from "../../base/usage-error.js";
import type { Choice, ValueKind } from "../../base/value-kind.js";
import { parseBaseUrl } from "../../client/base-url.js";
import { SOME_TEXT } from "../../command/kinds.js";
import { nearestTo } from "../../output/text/nearest.js";
import { PROFILE_KEYS, type ProfileKey } from "../../settings/profile.js";
import { readSetting } from "../../settings/sources.js";
import { SETTING_NAMES, type SettingName, settingRow } from "../../settings/table.js";

/** A key of a profile. */
export const PROFILE_KEY: ValueKind<ProfileKey> = {
  parse: checkKey,
  allowed: "a key of a profile",
  choices: PROFILE_KEYS,
};

/** A key of a profile that `profile set` takes, with what completion offers as its value. */
export const SETTABLE_KEY: ValueKind<ProfileKey> = {
  ...PROFILE_KEY,
  choices: SETTING_NAMES.map((name): Choice => {
    const { help, choices } = settingRow(name);
    const next = name === "ignore" || choices === undefined ? SOME_TEXT : settingRow(name);
    return { value: name, description: help, next };
  }),
};

/** @throws {UsageError} for a key that no profile has */
function checkKey(text: string): ProfileKey {
  const key = PROFILE_KEYS.find((it) => it === text);
  if (key !== undefined) return key;
  const nearest = nearestTo(text, PROFILE_KEYS);
  throw new UsageError(
    `a profile has no "${text}"`,
    `${nearest === undefined ? "" : `did you mean ${nearest}? `}it has ${PROFILE_KEYS.join(", ")}`,
  );
}

/**
 * Checks the value of a key before it is stored.
 * @returns it as it is to be stored
 * @throws {InvalidSettingError} {@link RefusedRequestError} when the setting cannot have it
 * @throws {UsageError} for the API key, which must not be part of a command line
 */
export function checkValue(key: ProfileKey, value: string): string {
  if (key === "api-key") {
    throw new UsageError(
      "an API key is not taken from the command line, which other users and the shell's history can see",
      "run `carry auth login`, or pipe it in: carry auth login --with-key < file-with-the-key",
    );
  }
  readSetting(key, value, key);
  if (key === "base-url" || key === "public-base-url") parseBaseUrl(value);
  return asStored(key, value);
}

/** A value as it is stored and shown: a switch is on or off, however it was typed. */
export function asStored(name: SettingName, text: string): string {
  const value = settingRow(name).parse(text);
  return typeof value === "boolean" ? (value ? "on" : "off") : text;
}
