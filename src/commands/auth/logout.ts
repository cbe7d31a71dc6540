import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { forgetIds } from "../../run/known-ids.js";
import { existingTarget } from "../../run/profile-target.js";
import { keyVariable } from "../../run/settings/key-source.js";

export const authLogout = defineCommand({
  prints: "nothing",
  description:
    "Remove the API key, or the command that prints it, from the profile in use or the one given with --profile. The key itself stays valid until it is revoked in your account area",
  examples: {
    "carry auth logout": "remove the key of the profile in use",
    "carry auth logout --profile second": "remove the key of another profile",
  },
  run: logout,
});

async function logout(context: Context): Promise<void> {
  const { config, messages, io } = context;
  const { name, had } = await config.update((draft) => {
    const target = existingTarget(context, draft);
    const { "api-key": key, "api-key-command": command, ...kept } = target.profile;
    draft.profiles[target.name] = kept;
    const had = [
      ...(key === undefined ? [] : ["API key"]),
      ...(command === undefined ? [] : ["api-key-command"]),
    ];
    return { name: target.name, had };
  });
  forgetIds({ env: io.env, platform: process.platform, profile: name });
  messages.note(
    "PROFILE",
    had.length === 0
      ? `profile "${name}" had no API key`
      : `removed the ${had.join(" and the ")} of profile "${name}"; a key stays valid until it is revoked in your account area`,
  );
  const variable = keyVariable(io.env);
  if (variable !== undefined)
    messages.warning("KEY_FROM_ENVIRONMENT", `${variable} is set, and is still used`);
}
