import { defineCommand } from "../../command/define.js";
import { oneOf } from "../../settings/kinds.js";

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

const DESCRIPTION = `Print the completion script of a shell. TAB then completes commands, options and their values; for
profiles, assets, exchanges, markets and positions it reads what is on this computer, never the network.

For yourself, once: the script asks the carry that is installed, also after an upgrade:

  bash with the package bash-completion
    mkdir -p ~/.local/share/bash-completion/completions
    carry completion bash > ~/.local/share/bash-completion/completions/carry
  bash without it, in ~/.bashrc
    eval "$(carry completion bash)"
  zsh
    mkdir -p ~/.zfunc
    carry completion zsh > ~/.zfunc/_carry
    and in ~/.zshrc, in place of a compinit that is there already
    fpath=(~/.zfunc $fpath); autoload -Uz compinit; compinit
  fish
    mkdir -p ~/.config/fish/completions
    carry completion fish > ~/.config/fish/completions/carry.fish
  PowerShell, in the file that $PROFILE names
    carry completion powershell | Out-String | Invoke-Expression

For a package, from the directory completions that comes with carry:

  carry.bash   /usr/share/bash-completion/completions/carry
  _carry       /usr/share/zsh/site-functions/_carry (Debian: vendor-completions)
  carry.fish   /usr/share/fish/vendor_completions.d/carry.fish
  carry.ps1    any place; a user's $PROFILE reads it with a dot and its path

An alias of carry is completed by itself in zsh and fish; in bash after \`complete -F _carry <alias>\`.
Position ids are those of the last listing of the portfolio; \`carry profile set completion-ids off\` keeps none`;

export const completion = defineCommand({
  description: DESCRIPTION,
  args: { shell: { kind: oneOf(SHELLS), help: SHELLS.join(", ") } },
  examples: [
    { line: "carry completion bash", what: "what completes the words of carry in bash" },
    { line: "carry completion zsh > ~/.zfunc/_carry", what: "where zsh looks for it" },
  ],
  async run(context, { args }) {
    const { SCRIPTS } = await import("../../completion/scripts.js");
    await context.io.stdout.write(SCRIPTS[args.shell]);
    return undefined;
  },
});
