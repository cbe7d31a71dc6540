import { describeHostile, TABS } from "./hostile-shells.js";
import { zshSetup } from "./setups.js";

const habits = { keys: TABS, oneOf: 2 };

describeHostile(zshSetup, habits);
describeHostile(
  { ...zshSetup, title: "zsh with settings of a person's own" },
  {
    ...habits,
    oneOf: 4,
    settings: [
      "setopt prompt_subst extended_glob magic_equal_subst glob_complete rc_quotes",
      "zstyle ':completion:*' format '%d'",
      "zstyle ':completion:*' group-name ''",
      "zstyle ':completion:*' menu select",
    ].join("; "),
  },
);
