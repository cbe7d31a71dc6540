import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { PROFILE_NAME } from "../../run/kinds.js";
import { forgetIds } from "../../run/known-ids.js";
import { asItem, printerOf, printNotes } from "../../run/print.js";
import { refuseSandbox } from "../../run/profile-target.js";
import { keyPlace, maskKey } from "../../run/settings/key-source.js";
import { hideCredentials } from "../../run/settings/kinds.js";
import { checkProfileName, profileOf, SANDBOX_PROFILE } from "../../run/settings/profile-name.js";
import { type ProfileSummary, profilesView } from "../../run/settings/profile-views.js";

export const profileList = defineCommand({
  views: () => [profilesView],
  examples: {
    "carry profile list": "all profiles",
    "carry profile list -o json --query '[].profile'": "their names, for a script",
  },
  async run(context) {
    const printer = await printerOf(context);
    await printer.check(profilesView);
    const items = (await summaries(context)).map(asItem);
    printNotes(context, await printer.things(items, profilesView, true));
  },
});

async function summaries(context: Context): Promise<ProfileSummary[]> {
  const config = await context.config.read();
  return Object.entries(config.profiles).map(([name, profile]) => {
    const { "api-key": key, "base-url": base } = profile;
    return {
      profile: name,
      current: name === config.current,
      base_url: base === undefined ? null : hideCredentials(base),
      portfolio: profile.portfolio ?? null,
      key_source: keyPlace({ env: {}, profile }) ?? null,
      key: key === undefined ? null : maskKey(key),
    };
  });
}

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
