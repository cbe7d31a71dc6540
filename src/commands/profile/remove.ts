import { Argument } from "commander";
import type { CommandDefinition } from "../../command/spec.js";
import { forgetIds } from "../../completion/ids.js";
import { checkProfileName, profileOf } from "../../settings/profile-name.js";
import { refuseSandbox } from "./target.js";

export const profileRemove: CommandDefinition = {
  args: [new Argument("<name>", "the profile")],
  offers: { name: { source: "profile" } },
  examples: [
    { line: "carry profile remove second", what: "forget an account" },
    { line: "carry auth logout --profile second", what: "forget only its key" },
  ],
  async run({ config, io, messages }, { args }) {
    const name = checkProfileName(String(args[0]), "profile remove");
    refuseSandbox(name);
    const wasCurrent = await config.update((draft) => {
      profileOf(draft, name);
      delete draft.profiles[name];
      if (draft.current !== name) return false;
      delete draft.current;
      return true;
    });
    forgetIds({ env: io.env, platform: process.platform, profile: name });
    messages.note(`removed profile "${name}"`);
    if (wasCurrent) {
      messages.note("it was the one in use; carry profile use <name> chooses another");
    }
    return undefined;
  },
};
