import { UsageError } from "../../base/usage-error.js";
import { nearestTo } from "../../output/text/nearest.js";
import type { Context } from "../../run/context.js";
import { defineCommand, type TreeAccess } from "../../run/define.js";
import { SOME_TEXT } from "../../run/kinds.js";
import { forgetIds } from "../../run/known-ids.js";
import { putProfile, type StoredProfile, targetName } from "../../run/profile-target.js";
import { withColumns } from "../../run/program-model.js";
import { ON_OFF } from "../../run/settings/kinds.js";
import type { ProfileKey } from "../../run/settings/sources.js";
import { checkValue, SETTABLE_KEY, SETTABLE_KEYS } from "./keys.js";

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
