import zsh from "../../../completions/_carry?raw";
import bash from "../../../completions/carry.bash?raw";
import fish from "../../../completions/carry.fish?raw";
import powershell from "../../../completions/carry.ps1?raw";
import { defineCommand } from "../../run/define.js";
import { oneOf } from "../../run/settings/kinds.js";

/** Script of each shell, which calls `carry __complete` and inserts its answer. */
export const SCRIPTS = { bash, zsh, fish, powershell } as const;

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

const DESCRIPTION = `Print the completion script of a shell. TAB then completes commands, options and their values.
Profiles, assets, exchanges, markets and positions come from local files, never from the network.

For one user, once (the script stays valid after an upgrade):

  bash with the package bash-completion
    mkdir -p ~/.local/share/bash-completion/completions
    carry completion bash > ~/.local/share/bash-completion/completions/carry
  bash without it, in ~/.bashrc
    eval "$(carry completion bash)"
  zsh
    mkdir -p ~/.zfunc
    carry completion zsh > ~/.zfunc/_carry
    and in ~/.zshrc, instead of an existing compinit
    fpath=(~/.zfunc $fpath); autoload -Uz compinit; compinit
  fish
    mkdir -p ~/.config/fish/completions
    carry completion fish > ~/.config/fish/completions/carry.fish
  PowerShell, in the file that $PROFILE names
    carry completion powershell | Out-String | Invoke-Expression

For a package, from the directory completions of carry:

  carry.bash   /usr/share/bash-completion/completions/carry
  _carry       /usr/share/zsh/site-functions/_carry (Debian: vendor-completions)
  carry.fish   /usr/share/fish/vendor_completions.d/carry.fish
  carry.ps1    any directory; users dot-source it in $PROFILE

zsh and fish complete an alias of carry automatically, bash after \`complete -F _carry <alias>\`.
Position ids are those of the last listing of the portfolio; \`carry profile set completion-ids off\` disables that`;

export const completion = defineCommand({
  prints: "a script for a shell",
  keepsClock: true,
  description: DESCRIPTION,
  args: { shell: { kind: oneOf(SHELLS), help: SHELLS.join(", ") } },
  examples: {
    "carry completion bash": "print the script for bash",
    "carry completion zsh > ~/.zfunc/_carry": "install the script for zsh",
  },
  async run(context, { args }) {
    await context.io.stdout.write(SCRIPTS[args.shell]);
  },
});
