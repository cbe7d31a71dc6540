import { UsageError } from "../../base/usage-error.js";
import type { Choice, ValueKind } from "../../base/value-kind.js";
import { parseBaseUrl } from "../../client/base-url.js";
import { nearestTo } from "../../output/text/nearest.js";
import { SOME_TEXT } from "../../run/kinds.js";
import { InvalidSettingError } from "../../run/settings/errors.js";
import { PROFILE_KEYS, type ProfileKey, readSetting } from "../../run/settings/sources.js";
import {
  COLUMN_NAMES,
  FAMILY_KEYS,
  familyOf,
  isNamedKey,
  type NamedKey,
  SETTING_NAMES,
  type SettingName,
  settingRow,
} from "../../run/settings/table.js";

/** A key of a profile. */
export const PROFILE_KEY: ValueKind<ProfileKey> = {
  parse: checkKey,
  allowed: "a key of a profile",
  choices: PROFILE_KEYS,
};

/** A key that `profile set` accepts, with the completion of its value. */
export const SETTABLE_KEY: ValueKind<ProfileKey> = {
  ...PROFILE_KEY,
  choices: [
    ...SETTING_NAMES.map((name): Choice => {
      const { help, choices } = settingRow(name);
      const next = name === "ignore" || choices === undefined ? SOME_TEXT : settingRow(name);
      return { value: name, description: help, next };
    }),
    { value: "columns.", description: "columns of", next: COLUMN_NAMES, perCommand: true },
  ],
};

/** The keys that `profile set` accepts, for help. */
export const SETTABLE_KEYS = [...SETTING_NAMES, ...FAMILY_KEYS].join(", ");

/** @throws {UsageError} for an unknown key */
function checkKey(text: string): ProfileKey {
  const key = isNamedKey(text) ? text : PROFILE_KEYS.find((it) => it === text);
  if (key !== undefined) return key;
  const nearest = nearestTo(text, PROFILE_KEYS);
  throw new UsageError(
    `"${text}" is not a key of a profile`,
    `${nearest === undefined ? "" : `did you mean ${nearest}? `}the keys are ${[...PROFILE_KEYS, ...FAMILY_KEYS].join(", ")}`,
  );
}

/**
 * Checks a value before it is stored.
 * @returns the value to store
 * @throws {InvalidSettingError} {@link RefusedRequestError} for an invalid value
 * @throws {UsageError} for the API key, which must not be on a command line
 */
export function checkValue(key: ProfileKey, value: string): string {
  if (key === "api-key") {
    throw new UsageError(
      "an API key is not accepted on the command line, which other users and the shell's history can see",
      "run `carry auth login`, or pass it on stdin: carry auth login --with-key < file-with-the-key",
    );
  }
  if (isNamedKey(key)) return checkNamed(key, value);
  readSetting(key, value, key);
  if (key === "base-url" || key === "public-base-url") parseBaseUrl(value);
  return asStored(key, value);
}

function checkNamed(key: NamedKey, value: string): string {
  const { parse, allowed } = familyOf(key);
  if (parse(value) === undefined) throw new InvalidSettingError(key, value, allowed);
  return value;
}

/** Returns a value as it is stored and shown; a switch is "on" or "off". */
export function asStored(name: SettingName, text: string): string {
  const value = settingRow(name).parse(text);
  return typeof value === "boolean" ? (value ? "on" : "off") : text;
}
