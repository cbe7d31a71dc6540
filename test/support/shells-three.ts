import { type Kind, listing } from "./shells.js";

/** bash, listing one candidate per line at the first TAB. */
export const bash: Kind = {
  argv: ["bash", "--noprofile", "-i"],
  startFile: ".bashrc",
  settings: `
PS1='<ready>' PS2='<more>'
bind 'set show-all-if-ambiguous on'
bind 'set completion-display-width 0'
bind 'set completion-query-items 0'
bind 'set page-completions off'
bind 'set bell-style none'
bind 'set enable-bracketed-paste off'
say() {
  printf '\\n\\002%s\\037%s\\003' "$READLINE_LINE" "$READLINE_POINT"
}
report_line() {
  say
  READLINE_LINE='' READLINE_POINT=0
}
bind -x '"\\C-n": say'
bind -x '"\\C-g": report_line'`,
  tab: "\t",
  giveUp: "\x03",
  escapingQuotes: '"',
  offered: (screen) => listing(screen).map((line) => line.split(/ {2,}/)[0] ?? ""),
};

/** zsh, listing at the first TAB and printing a new prompt below the list. */
export const zsh: Kind = {
  argv: ["zsh", "-d", "-i"],
  startFile: ".zshrc",
  settings: `
PROMPT='<ready>' PROMPT2='<more>' RPROMPT='' LISTMAX=100000
unset zle_bracketed_paste
unsetopt list_ambiguous always_last_prompt prompt_sp beep
say() {
  print -rn -- $'\\n\\002'"$BUFFER"$'\\037'"$CURSOR"$'\\003'
  zle -I
}
report_line() {
  say
  BUFFER=''
}
zle -N say
zle -N report_line
bindkey '^N' say '^G' report_line '^X' send-break`,
  tab: "\t",
  giveUp: "\x18",
  escapingQuotes: '"',
  // Candidates with the same description are listed in one row.
  offered: (screen) =>
    listing(screen).flatMap((line) => (line.split(/ +-- /)[0] ?? "").trim().split(/ {2,}/)),
};

/** fish, whose own list is drawn by moving the cursor: \`complete -C\` prints the same one. */
export const fish: Kind = {
  argv: ["fish", "-i"],
  startFile: ".config/fish/config.fish",
  settings: `
set -g fish_greeting
set -g fish_autosuggestion_enabled 0
function fish_prompt; printf '<ready>'; end
function fish_title; end
function offers
    printf '\\n\\035'
    complete -C (commandline -c)
    printf '\\035\\n'
end
function say
    printf '\\n\\002%s\\037%s\\003' (commandline | string collect) (commandline -C)
    commandline -f repaint
end
function report_line
    say
    commandline ''
end
bind \\co offers
bind \\cn say
bind \\cg report_line`,
  tab: "\x0f\t",
  giveUp: undefined,
  escapingQuotes: `'"`,
  offered: (screen) => {
    const words = (screen.split("\x1d")[1] ?? "")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split("\t")[0] ?? "");
    return words.length > 1 ? words : [];
  },
};
