import { UsageError } from "../../base/usage-error.js";
import { defineCommand } from "../../run/define.js";
import { PROFILE_NAME } from "../../run/kinds.js";
import { checkProfileName, profileOf, SANDBOX_PROFILE } from "../../run/settings/profile-name.js";

export const profileUse = defineCommand({
  prints: "nothing",
  args: { name: { kind: PROFILE_NAME, help: "the profile" } },
  examples: {
    "carry profile use second": "work with another account from now on",
    "carry positions list --profile second": "or only for one command",
  },
  async run(context, { args }) {
    const name = checkProfileName(args.name, "profile use");
    if (name === SANDBOX_PROFILE) {
      throw new UsageError(
        'the profile "sandbox" is built in and cannot be the default',
        "add --profile sandbox, or set CARRY_PROFILE=sandbox",
      );
    }
    await context.config.update((draft) => {
      profileOf(draft, name);
      draft.current = name;
    });
    context.messages.note("PROFILE", `profile "${name}" is in use`);
    const { CARRY_PROFILE } = context.io.env;
    if (CARRY_PROFILE && CARRY_PROFILE !== name) {
      context.messages.warning(
        "SETTING_OVERRIDDEN",
        `CARRY_PROFILE is set to "${CARRY_PROFILE}", which takes precedence`,
      );
    }
  },
});
