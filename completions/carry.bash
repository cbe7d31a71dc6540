# bash completion for carry, for 3.2 and later                -*- shell-script -*-
#
# Passes the line to `carry __complete`, which reads local files only, and inserts its answer as text.
# The 1 is the version of the protocol.
#
# For an alias:  alias c=carry; complete -F _carry c

# Sets REPLY to a text escaped for the open quote.
_carry_escape() {
  local text=$1 char i
  REPLY=$text
  if [ -z "$quote" ]; then
    case $text in *[!A-Za-z0-9_./:=@%+,-]*) printf -v REPLY %q "$text" ;; esac
    return
  fi
  case $text in *[\'\"\\\$\`!]*) ;; *) return ;; esac
  REPLY=''
  for ((i = 0; i < ${#text}; i++)); do
    char=${text:i:1}
    case $quote$char in
      \'\') char="'\''" ;;
      \"!) char='"\!"' ;;
      \"[\"\\\$\`]) char=\\$char ;;
    esac
    REPLY+=$char
  done
}

# Reads an answer: directives, the common prefix, and one word per line. If bash only lists them, a
# description follows after a tab.
_carry_read() {
  local directives start line quote=''
  IFS= read -r directives
  IFS= read -r start
  case $directives in 'carry 1' | 'carry 1 '*) ;; *) return ;; esac
  case $2 in "$start"*) ;; *) return ;; esac
  case $directives in
    *' default'*) compopt -o default && return ;;
    *' nospace'*) compopt -o nospace ;;
  esac
  case $directives in
    *' single'*) quote=\' ;;
    *' double'*) quote=\" ;;
  esac
  while IFS= read -r line; do
    _carry_escape "${line%%$'\t'*}"
    REPLY=$start$REPLY
    # Readline takes a quote at either end for the one around the word.
    if [ -n "$quote" ]; then
      case $REPLY in "$quote"*) REPLY=$quote$REPLY ;; esac
      case $REPLY in *"$quote") REPLY+=$quote ;; esac
    fi
    case $line in *$'\t'*) REPLY+=${line#*$'\t'} ;; esac
    COMPREPLY+=("$REPLY")
  done
}

_carry() {
  local IFS=$' \t\n' REPLY exe=carry line=${COMP_LINE:0:COMP_POINT}
  case $1 in */*) exe=${1/#\~\//$HOME/} ;; esac
  line=${line#*"${COMP_WORDS[0]}"}
  COMPREPLY=()
  _carry_read "$@" <<<"$(command "$exe" __complete 1 bash "$COMP_CWORD" "$line" "$2" \
    "${COMP_TYPE-}" "${COLUMNS-}" -- "${COMP_WORDS[@]:1}" </dev/null)"
} 2>/dev/null # a TAB press prints no errors, whatever the user's settings

# Completes carry after `env` and `sudo`, unless they have their own completion for commands.
_carry_behind() {
  local i line=$COMP_LINE before
  local pattern='^[^[:space:]]+([[:space:]]+(-[uCgh][[:space:]]+[^[:space:]]+|-[^[:space:]]*|[A-Za-z_0-9]+=[^[:space:]]*))*$'
  for ((i = 1; i < COMP_CWORD; i++)); do
    line=${line#*"${COMP_WORDS[i - 1]}"}
    before=${COMP_LINE%"$line"}
    case ${COMP_WORDS[i]}:$line in carry:[[:space:]]* | */carry:[[:space:]]*)
      [[ $before =~ $pattern ]] || break
      local words=("${COMP_WORDS[@]:i}") cword=$((COMP_CWORD - i))
      local point=$((COMP_POINT - ${#before}))
      local COMP_WORDS=("${words[@]}") COMP_CWORD=$cword COMP_LINE=$line COMP_POINT=$point
      _carry "${words[0]}" "$2" "$3"
      return
      ;;
    esac
  done
  if declare -F _longopt >/dev/null; then _longopt "$@"; fi
}

complete -o nosort -F _carry carry 2>/dev/null || complete -F _carry carry
for _carry_name in env sudo; do
  case ${BASH_COMPLETION_VERSINFO-}:$(complete -p "$_carry_name" 2>/dev/null) in
    :) complete -o bashdefault -o default -F _carry_behind "$_carry_name" ;;
    *' -F _longopt '*) complete -F _carry_behind "$_carry_name" ;;
  esac
done
unset -v _carry_name
