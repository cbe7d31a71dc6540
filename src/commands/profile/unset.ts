import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { forgetIds } from "../../run/known-ids.js";
import { existingTarget } from "../../run/profile-target.js";
import { PROFILE_KEYS, type ProfileKey } from "../../run/settings/sources.js";
import { FAMILY_KEYS } from "../../run/settings/table.js";
import { PROFILE_KEY } from "./keys.js";

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
