import { Argument } from "commander";
import type { Context } from "../../command/context.js";
import type { CommandDefinition } from "../../command/spec.js";
import { forgetIds } from "../../completion/ids.js";
import type { Profile } from "../../settings/profile.js";
import { ALL_KEYS, checkKey, SETTABLE_KEYS } from "./keys.js";
import { existingTarget } from "./target.js";

export const profileUnset: CommandDefinition = {
  description: "Remove a value from the profile in use or the one named with --profile",
  args: [new Argument("<key>", `api-key, ${SETTABLE_KEYS.join(", ")}`)],
  offers: { key: { choices: ALL_KEYS } },
  examples: [
    { line: "carry profile unset output", what: "back to tables" },
    { line: "carry profile unset timeout --profile second", what: "of another profile" },
  ],
  async run(context, { args }) {
    await unset(context, checkKey(String(args[0])));
    return undefined;
  },
};

async function unset(context: Context, key: keyof Profile): Promise<void> {
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
  context.messages.note(`profile "${name}": ${key} ${now}`);
}
