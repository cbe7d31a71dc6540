import { Argument } from "commander";
import type { CommandDefinition } from "../spec.js";
import { choice } from "../values.js";

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
type Shell = (typeof SHELLS)[number];

const DESCRIPTION = `Print the completion script of a shell. It completes commands, options and their values; for profiles,
assets, exchanges, markets and positions it reads what is on this computer already, never the network.

bash, for yourself (with the package bash-completion):
  mkdir -p ~/.local/share/bash-completion/completions
  carry completion bash > ~/.local/share/bash-completion/completions/carry
bash without that package, in ~/.bashrc:
  source <(carry completion bash)
zsh, for yourself: into a directory of $fpath that stands before compinit in ~/.zshrc
  carry completion zsh > ~/.zfunc/_carry
  fpath=(~/.zfunc $fpath); autoload -Uz compinit; compinit
fish, for yourself:
  carry completion fish > ~/.config/fish/completions/carry.fish
PowerShell, in the file that $PROFILE names:
  carry completion powershell | Out-String | Invoke-Expression

For a package, the same files come with carry in its directory completions:
  carry.bash  /usr/share/bash-completion/completions/carry
  _carry      /usr/share/zsh/site-functions/_carry (Debian: vendor-completions)
  carry.fish  /usr/share/fish/vendor_completions.d/carry.fish
  carry.ps1   dot-sourced by the user's profile

position ids come from the last listing; \`carry profile set completion-ids off\` keeps none.`;

export const completion: CommandDefinition = {
  description: DESCRIPTION,
  args: [new Argument("<shell>", SHELLS.join(", ")).argParser(choice("shell", SHELLS))],
  examples: [
    { line: "carry completion bash", what: "what completes the words of carry in bash" },
    { line: "carry completion zsh > ~/.zfunc/_carry", what: "where zsh looks for it" },
  ],
  async run(context, { args, allCommands }) {
    const { completionScript } = await import("./script.js");
    const script = completionScript(args[0] as Shell, await allCommands());
    await context.io.stdout.write(script);
    return undefined;
  },
};
