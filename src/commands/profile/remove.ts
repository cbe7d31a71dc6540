import { defineCommand } from "../../run/define.js";
import { PROFILE_NAME } from "../../run/kinds.js";
import { forgetIds } from "../../run/known-ids.js";
import { refuseSandbox } from "../../run/profile-target.js";
import { checkProfileName, profileOf } from "../../run/settings/profile-name.js";

export const profileRemove = defineCommand({
  prints: "nothing",
  args: { name: { kind: PROFILE_NAME, help: "the profile" } },
  examples: {
    "carry profile remove second": "remove a profile",
    "carry auth logout --profile second": "remove only its key",
  },
  async run({ config, io, messages }, { args }) {
    const name = checkProfileName(args.name, "profile remove");
    refuseSandbox(name);
    const wasCurrent = await config.update((draft) => {
      profileOf(draft, name);
      delete draft.profiles[name];
      if (draft.current !== name) return false;
      delete draft.current;
      return true;
    });
    forgetIds({ env: io.env, platform: process.platform, profile: name });
    messages.note("PROFILE", `removed profile "${name}"`);
    if (wasCurrent) {
      messages.note("PROFILE", "it was in use; carry profile use <name> selects another one");
    }
  },
});
