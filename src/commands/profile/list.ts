import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import { asItem, printerOf, printNotes } from "../../run/print.js";
import { keyPlace, maskKey } from "../../run/settings/key-source.js";
import { hideCredentials } from "../../run/settings/kinds.js";
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
