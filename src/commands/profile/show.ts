import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { asItem, printerOf, printNotes } from "../../run/print.js";
import { existingTarget } from "../../run/profile-target.js";
import { keyPlace, maskKey } from "../../run/settings/key-source.js";
import { SANDBOX_PROFILE } from "../../run/settings/profile-name.js";
import { type SettingRow, settingsView } from "../../run/settings/profile-views.js";
import { locate, type Sources, withoutSecret } from "../../run/settings/sources.js";
import { isNamedKey, isSettingName, SETTING_NAMES } from "../../run/settings/table.js";
import { asStored } from "./settings.js";

export const profileShow = defineCommand({
  description:
    "Show the values of the profile in use or the one given with --profile; its API key is masked. With --resolved, show every setting in effect and where it comes from",
  options: {
    resolved: { kind: "flag", help: "every setting in effect, and where it comes from" },
  },
  views: () => [settingsView(true)],
  examples: {
    "carry profile show": "what is stored",
    "carry profile show --resolved": "what is in effect, and why",
  },
  async run(context, { options: { resolved = false } }) {
    const view = settingsView(resolved);
    const printer = await printerOf(context);
    await printer.check(view);
    const rows = resolved ? await resolvedRows(context) : await storedRows(context);
    printNotes(context, await printer.things(rows.map(asItem), view, true));
  },
});

async function storedRows(context: Context): Promise<SettingRow[]> {
  if (context.namedProfile() === SANDBOX_PROFILE) return []; // it is built in, and nothing of it is stored
  const { name, profile } = existingTarget(context, await context.config.read());
  return Object.entries(profile)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => row(key, shownValue(key, String(value)), "profile", name));
}

/** Masks unknown settings, which may be a key under a misspelled name. */
function shownValue(key: string, text: string): string {
  if (isNamedKey(key)) return text;
  if (!isSettingName(key)) return maskKey(text);
  return key === "api-key-command" ? text : withoutSecret(key, asStored(key, text));
}

async function resolvedRows(context: Context): Promise<SettingRow[]> {
  const sources = await context.sources();
  const settings = SETTING_NAMES.filter((name) => name !== "api-key-command").map((name) => {
    const written = locate(name, sources);
    const from = written?.origin === "profile" ? sources.profileName : written?.where;
    return row(name, written && shownValue(name, written.text), written?.origin, from);
  });
  const named = Object.entries(sources.profile).flatMap(([key, value]) =>
    isNamedKey(key) ? [row(key, String(value), "profile", sources.profileName)] : [],
  );
  return [profileRow(context, sources), keyRow(sources), ...settings, ...named];
}

function profileRow(context: Context, { profileName }: Sources): SettingRow {
  if (profileName === undefined) return row("profile");
  if (context.namedProfile() === undefined) {
    return row("profile", profileName, "default", "the profile in use");
  }
  return context.io.env.CARRY_PROFILE === profileName
    ? row("profile", profileName, "environment", "CARRY_PROFILE")
    : row("profile", profileName, "option", "--profile");
}

/** Returns the row of the key; its command does not run for it. */
function keyRow(sources: Sources): SettingRow {
  const { env, profile, profileName } = sources;
  switch (keyPlace(sources)) {
    case "environment":
      return row("api-key", maskKey(env.CARRY_API_KEY ?? ""), "environment", "CARRY_API_KEY");
    case "file":
      return row(
        "api-key",
        undefined,
        "environment",
        `CARRY_API_KEY_FILE: ${env.CARRY_API_KEY_FILE}`,
      );
    case "profile":
      return row("api-key", maskKey(profile["api-key"] ?? ""), "profile", profileName);
    case "command":
      return row(
        "api-key",
        undefined,
        "profile",
        `its api-key-command: ${profile["api-key-command"]}`,
      );
    default:
      return row("api-key");
  }
}

function row(setting: string, value?: string, origin?: string, from?: string): SettingRow {
  return { setting, value: value ?? null, origin: origin ?? null, from: from ?? null };
}
