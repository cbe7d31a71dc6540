import { UsageError } from "../../base/usage-error.js";
import type { Choice, ValueKind } from "../../base/value-kind.js";
import { parseBaseUrl } from "../../client/base-url.js";
import { nearestTo } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import { defineCommand, type TreeAccess } from "../../run/define.js";
import { SOME_TEXT } from "../../run/kinds.js";
import { forgetIds } from "../../run/known-ids.js";
import {
  existingTarget,
  putProfile,
  type StoredProfile,
  targetName,
} from "../../run/profile-target.js";
import { withColumns } from "../../run/program-model.js";
import { InvalidSettingError } from "../../run/settings/errors.js";
import { ON_OFF } from "../../run/settings/kinds.js";
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
const PROFILE_KEY: ValueKind<ProfileKey> = {
  parse: checkKey,
  allowed: "a key of a profile",
  choices: PROFILE_KEYS,
};

/** A key that `profile set` accepts, with the completion of its value. */
const SETTABLE_KEY: ValueKind<ProfileKey> = {
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
const SETTABLE_KEYS = [...SETTING_NAMES, ...FAMILY_KEYS].join(", ");

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
function checkValue(key: ProfileKey, value: string): string {
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

export const profileSet = defineCommand({
  prints: "nothing",
  description:
    "Set a value in the profile in use or the one given with --profile, which is created if necessary. The API key is set with `carry auth login`",
  args: {
    key: { kind: SETTABLE_KEY, help: SETTABLE_KEYS },
    value: { kind: SOME_TEXT, help: "its value" },
  },
  examples: {
    "carry profile set output json": "a default for every command",
    'carry profile set api-key-command "pass show carry" --profile main':
      "get the key from a password manager",
    "carry profile set columns.list name,pair,net_pnl": "the columns of carry list from now on",
    "carry profile set completion-ids off":
      "do not store position ids for TAB, and remove the stored ones",
  },
  async run(context, { args: { key, value } }, { allCommands }) {
    if (key.startsWith("columns.")) await checkCommand(key, allCommands);
    return set(context, key, checkValue(key, value));
  },
});

async function set(context: Context, key: ProfileKey, value: string): Promise<void> {
  const { name, isNew, warning } = await context.config.update((draft) => {
    const name = targetName(context, draft);
    const isNew = !Object.hasOwn(draft.profiles, name);
    const profile = isNew ? {} : (draft.profiles[name] ?? {});
    refuseSecondKey(name, profile, key);
    putProfile(draft, name, { ...profile, [key]: value });
    return { name, isNew, warning: movesKey(profile, key, value) };
  });
  if (isNew) context.messages.note("PROFILE", `created profile "${name}"`);
  context.messages.note("PROFILE", `profile "${name}": ${key} is ${value}`);
  if (key === "completion-ids" && ON_OFF.parse(value) === false) {
    forgetIds({ env: context.io.env, platform: process.platform, profile: name });
  }
  if (warning) {
    context.messages.warning(
      "SETTING_OVERRIDDEN",
      `the API key of profile "${name}" is sent to ${value} from now on; carry auth logout removes it`,
    );
  }
}

/** @throws {UsageError} for the columns of a command that prints none */
async function checkCommand(key: string, allCommands: TreeAccess["allCommands"]): Promise<void> {
  const known = withColumns(await allCommands()).map(([name]) => `columns.${name}`);
  if (known.includes(key)) return;
  const nearest = nearestTo(key, known);
  throw new UsageError(
    `${key}: no command with columns has this name`,
    nearest === undefined ? `the keys are ${known.join(", ")}` : `did you mean ${nearest}?`,
  );
}

/** Refuses to replace a stored key implicitly. */
function refuseSecondKey(name: string, profile: StoredProfile, key: ProfileKey): void {
  if (key !== "api-key-command" || profile["api-key"] === undefined) return;
  throw new UsageError(
    `profile "${name}" already has an API key`,
    `remove it first: carry auth logout --profile ${name}`,
  );
}

function movesKey(profile: StoredProfile, key: ProfileKey, value: string): boolean {
  const before = profile["base-url"];
  const hasKey = profile["api-key"] !== undefined || profile["api-key-command"] !== undefined;
  if (key !== "base-url" || !hasKey || before === undefined || !URL.canParse(before)) return false;
  return new URL(before).origin !== new URL(value).origin;
}

export const profileUnset = defineCommand({
  prints: "nothing",
  description: "Remove a value from the profile in use or the one given with --profile",
  args: { key: { kind: PROFILE_KEY, help: [...PROFILE_KEYS, ...FAMILY_KEYS].join(", ") } },
  examples: {
    "carry profile unset output": "back to tables",
    "carry profile unset timeout --profile second": "of another profile",
  },
  run: (context, { args }) => unset(context, args.key),
});

async function unset(context: Context, key: ProfileKey): Promise<void> {
  const { name, was } = await context.config.update((draft) => {
    const { name, profile } = existingTarget(context, draft);
    const { [key]: was, ...kept } = profile;
    draft.profiles[name] = kept;
    return { name, was };
  });
  if (key === "api-key" || key === "api-key-command") {
    forgetIds({ env: context.io.env, platform: process.platform, profile: name });
  }
  const now = was === undefined ? "was not set" : "is no longer set";
  context.messages.note("PROFILE", `profile "${name}": ${key} ${now}`);
}
