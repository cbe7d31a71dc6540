# bash completion for carry                                   -*- shell-script -*-
#
# Written from the command tree by `npm run completions`; do not edit.
# Words that never change are here, so that TAB starts no process for them; for profiles, assets,
# markets and positions it runs `carry __complete`, which reads local files only.
#
# For an alias:  alias c=carry; complete -F _carry c

# @tables@

# Takes the quotes off a text: the result is in REPLY, the quote that is open at its end in
# open_quote. The text begins where the quote $2 is open, or none.
_carry_unquote() {
  local text=$1 out='' char i
  open_quote=${2-}
  case $text in *[\'\"\\]*) ;; *)
    REPLY=$text
    return
    ;;
  esac
  for ((i = 0; i < ${#text}; i++)); do
    char=${text:i:1}
    case $open_quote$char in
      \\) ((++i)) && out+=${text:i:1} ;;
      \"\\)
        case ${text:i+1:1} in [\\\"\$\`]) ((++i)) ;; esac
        out+=${text:i:1}
        ;;
      \' | \") open_quote=$char ;;
      \'\' | \"\") open_quote='' ;;
      *) out+=$char ;;
    esac
  done
  REPLY=$out
}

# The words before the cursor, and the one under it as far as the cursor. Bash has split them at
# "=" and ":" too; where no space stands between two pieces, they are one word.
_carry_split() {
  local rest=${COMP_LINE:0:COMP_POINT} raw=() n=0 i
  rest=${rest#*"${COMP_WORDS[0]}"}
  for ((i = 1; i < COMP_CWORD; i++)); do
    case $rest in [[:space:]]*) ((++n)) ;; esac
    raw[n]+=${COMP_WORDS[i]}
    rest=${rest#*"${COMP_WORDS[i]}"}
  done
  case $rest in [[:space:]]*) ((++n)) ;; esac
  raw[n]+=${rest#"${rest%%[![:space:]]*}"}
  words=()
  for ((i = 1; i < n; i++)); do
    _carry_unquote "${raw[i]}"
    words+=("$REPLY")
  done
  _carry_unquote "${raw[n]}"
  cur=$REPLY
}

# Finds an option by one of its flags; its name and the code of its values are in name and code.
_carry_find() {
  local row flags
  for row in "${options[@]}" "${common[@]}"; do
    flags=${row%%|*}
    case " $flags " in *" $1 "*)
      name=${flags%% *}
      row=${row#*|}
      code=${row%%|*}
      return 0
      ;;
    esac
  done
  return 1
}

# A long option, or several short ones in one word.
_carry_see_option() {
  local i
  case $1 in
    --*=*)
      _carry_find "${1%%=*}" || return
      used+="$name "
      [ "$name" = --profile ] && profile=${1#*=}
      ;;
    --*)
      _carry_find "$1" || return
      used+="$name "
      [ "$code" = - ] || pending=$code pending_name=$name
      ;;
    *)
      for ((i = 1; i < ${#1}; i++)); do
        _carry_find "-${1:i:1}" || return
        used+="$name "
        [ "$code" = - ] && continue
        [ $((i + 1)) -lt ${#1} ] || pending=$code pending_name=$name
        return
      done
      ;;
  esac
}

# Goes down to the subcommand of that name, if this command has one.
_carry_descend() {
  local row names
  for row in "${commands[@]}"; do
    names=${row%%|*}
    case " $names " in *" $1 "*)
      path="${path:+$path }${names%% *}"
      _carry_node "$path"
      return 0
      ;;
    esac
  done
  return 1
}

# Reads the words before the cursor: which command it is, what was given already.
_carry_walk() {
  local word name code dashes='' skip=''
  for word in "${words[@]}"; do
    [ -n "$skip" ] && skip='' && continue
    case $pending in \?*) case $word in -*) pending='' ;; esac ;; esac
    if [ -n "$pending" ]; then
      [ "$pending_name" = --profile ] && profile=$word
      pending=''
      continue
    fi
    case $dashes$word in
      --) dashes=: ;;
      '>' | '>>' | '<' | [12]'>' | [12]'>>' | '&>') skip=1 ;;
      '>'* | '<'* | [12]'>'*) ;;
      -?*) _carry_see_option "$word" ;;
      *) [ ${#operands[@]} -eq 0 ] && _carry_descend "$word" || operands+=("$word") ;;
    esac
  done
  only_operands=$dashes
  files=$skip
  for word in "${COMP_WORDS[@]:COMP_CWORD+1}"; do
    case $word in --?*) _carry_find "$word" && used+="$name " ;; esac
  done
}

# Offers a word if it begins with what is typed.
_carry_offer() {
  case $1 in "$cur"*)
    found+=("$prefix$1")
    told+=("$2")
    ;;
  esac
}

# Names first; aliases and hidden commands only when no name begins with what is typed.
_carry_offer_commands() {
  local row names name
  for row in "${commands[@]}"; do
    [ -z "${row#*|}" ] || _carry_offer "${row%%[ |]*}" "${row#*|}"
  done
  [ ${#found[@]} -eq 0 ] && [ -n "$cur" ] || return
  for row in "${commands[@]}"; do
    names=${row%%|*}
    for name in $names; do _carry_offer "$name" "${row#*|}"; done
  done
}

# The options that can still be given: each once, none beside one that it excludes.
_carry_offer_options() {
  local row flags rest repeatable excludes other flag taken=' '
  for row in "${options[@]}" "${common[@]}"; do
    flags=${row%%|*} rest=${row#*|}
    rest=${rest#*|}
    repeatable=${rest%%|*} rest=${rest#*|}
    excludes=${rest%%|*} rest=${rest#*|}
    case $used in *" ${flags%% *} "*) [ -n "$repeatable" ] || continue ;; esac
    for other in $excludes; do
      case $used in *" $other "*) continue 2 ;; esac
    done
    for flag in $flags; do
      case $flag in -[!-]) [[ $cur == -* ]] || continue ;; esac
      case $taken in *" $flag "*) continue ;; esac
      taken+="$flag "
      _carry_offer "$flag" "$rest"
    done
  done
}

# Asks the hidden command; its answer already is what begins with the typed, in either case.
_carry_ask() {
  local line value
  while IFS= read -r line; do
    [ -n "$line" ] || continue
    value=${line%%$'\t'*}
    case $given in *",$value,"*) continue ;; esac
    found+=("$prefix$value")
    [ "$value" = "$line" ] && told+=('') || told+=("${line#*$'\t'}")
  done <<<"$(command "$exe" __complete "$1" "$cur" "--profile=$profile" 2>/dev/null </dev/null)"
}

_carry_offer_columns() {
  local row
  _carry_set "$columns"
  for row in "${rows[@]}"; do
    _carry_offer "${row%%|*}" "${row#*|}"
    case $cur in "${row%%|*}" | "${row%%|*}":*)
      _carry_offer "${row%%|*}:asc" 'smallest first'
      _carry_offer "${row%%|*}:desc" 'largest first'
      ;;
    esac
  done
  case $cur in *:*) ;; *) nospace=1 ;; esac
}

# Offers the values that a code stands for. What is in given is not offered again.
_carry_offer_values() {
  local code=${1#[?+]} given=$2 row
  case $code in
    ,*)
      code=${code#,}
      case $cur in *,*)
        prefix+=${cur%,*},
        given=,${cur%,*},
        cur=${cur##*,}
        ;;
      esac
      [ "$code" = columns ] && nospace=1
      ;;
  esac
  case $code in
    file) files=1 ;;
    sort) _carry_offer_columns ;;
    @*) _carry_ask "${code#@}" ;;
    columns | =*)
      [ "$code" = columns ] && code="=$columns"
      _carry_set "${code#=}"
      for row in "${rows[@]}"; do
        case $given in *",${row%%|*},"*) continue ;; esac
        _carry_offer "${row%%|*}" "${row#*|}"
      done
      ;;
  esac
}

# Where no operand can follow, the options are offered without a dash typed.
_carry_offer_operand() {
  local count=${#operands[@]} given=, word full
  if [ "$count" -eq 0 ] && [ ${#commands[@]} -gt 0 ]; then _carry_offer_commands; fi
  if [ "$count" -ge ${#args[@]} ]; then
    full=$((count - ${#args[@]}))
    count=$((${#args[@]} > 0 ? ${#args[@]} - 1 : 0))
    case ${args[count]-} in +*) ;; *)
      [ -n "$only_operands$cur" ] || [ $full -gt 0 ] || [ ${#found[@]} -gt 0 ] || _carry_offer_options
      return
      ;;
    esac
  fi
  for word in "${operands[@]}"; do given+=$word,; done
  _carry_offer_values "${args[count]}" "$given"
}

_carry_offer_all() {
  local name code
  case $pending in \?*) case $cur in -*) pending='' ;; esac ;; esac
  if [ -n "$pending" ]; then
    _carry_offer_values "$pending" ''
    return
  fi
  case $only_operands$cur in
    --*=*)
      _carry_find "${cur%%=*}" && [ "$code" != - ] || return
      prefix=${cur%%=*}=
      cur=${cur#*=}
      _carry_offer_values "$code" ''
      ;;
    '>'* | '<'* | [12]'>'*) files=1 ;;
    -[!-]?*)
      _carry_find "${cur:0:2}" && [ "$code" != - ] || return
      prefix=${cur:0:2}
      cur=${cur:2}
      _carry_offer_values "$code" ''
      ;;
    -*) _carry_offer_options ;;
    *) _carry_offer_operand ;;
  esac
}

# Escapes a text for where bash inserts it, by the quote that is open there: in REPLY.
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

# What bash is to insert: without the part of the word that it keeps, and escaped. Of $1, which it
# replaces, the values of a list before the last one stay as they were typed, if it can be told.
_carry_reply() {
  local keep='' before='' value i
  case $typed in
    *"$replaced") keep=${typed%"$replaced"} ;;
    *) return ;;
  esac
  case ${COMP_TYPE-9}:$1 in
    42:*) quote='' ;; # readline takes the open quote away and inserts every word
    *,*)
      before=${1%,*},
      _carry_unquote "$before" "$quote"
      if [ "$keep$REPLY" = "$prefix" ] && [ "$open_quote" = "$quote" ]; then
        keep=$prefix
      else
        before=''
      fi
      ;;
  esac
  for ((i = 0; i < ${#found[@]}; i++)); do
    _carry_escape "${found[i]#"$keep"}"
    value=$before$REPLY
    # Readline takes a quote at either end for the one around the word.
    if [ -n "$quote" ]; then
      case $value in "$quote"*) value=$quote$value ;; esac
      case $value in *"$quote") value+=$quote ;; esac
    fi
    COMPREPLY[i]=$value
  done
}

# Files are best left to bash itself, where it sees their name as a word and can be told to.
_carry_offer_files() {
  local file
  if [ -z "$prefix" ] || [ "$replaced" != "$typed" ]; then
    compopt -o default && return
  fi
  for file in "$cur"*; do
    [ ! -e "$file" ] || _carry_offer "$file" ''
  done
}

# Where bash only lists, the descriptions stand beside the words. It may insert what the rows have
# in common, so that they have to differ before the descriptions begin.
_carry_describe() {
  local longest=0 width=${COLUMNS:-80} i row
  case ${COMP_TYPE-} in 33 | 63 | 64) ;; *) return ;; esac
  [ ${#found[@]} -gt 1 ] && _carry_differ || return
  for ((i = 0; i < ${#found[@]}; i++)); do
    [ ${#COMPREPLY[i]} -le $longest ] || longest=${#COMPREPLY[i]}
  done
  [ $longest -lt "$width" ] || return
  for ((i = 0; i < ${#found[@]}; i++)); do
    [ -n "${told[i]}" ] || continue
    printf -v row '%-*s  (%s)' $longest "${COMPREPLY[i]}" "${told[i]}"
    COMPREPLY[i]=${row:0:width-1}
  done
}

# Whether two of the words differ in more than what readline can be told to take for the same, and
# none has a blank in it.
_carry_differ() {
  local word first ignored='' differ=1
  shopt -q nocasematch && ignored=1
  shopt -s nocasematch
  first=${COMPREPLY[0]//-/_}
  for word in "${COMPREPLY[@]}"; do
    case ${word//-/_} in
      *[[:blank:]]*)
        differ=1
        break
        ;;
      "$first") ;;
      *) differ=0 ;;
    esac
  done
  [ -n "$ignored" ] || shopt -u nocasematch
  return $differ
}

_carry() {
  local IFS=$' \t\n' REPLY words cur typed quote open_quote replaced exe=carry
  local path='' operands=() used=' ' profile='' pending='' pending_name='' only_operands=''
  local commands args options columns common rows prefix='' found=() told=() files='' nospace=''
  case $1 in */*) exe=${1/#\~\//$HOME/} ;; esac
  _carry_split
  typed=$cur quote=$open_quote
  _carry_unquote "$2" "$quote"
  replaced=$REPLY
  COMPREPLY=()
  _carry_common
  _carry_node ''
  _carry_walk
  [ -n "$files" ] || _carry_offer_all
  [ -z "$files" ] || _carry_offer_files
  _carry_reply "$2"
  if [ -n "$nospace" ] && [ ${#found[@]} -eq 1 ]; then compopt -o nospace 2>/dev/null; fi
  _carry_describe
} 2>/dev/null # whatever the user's settings do to it, a TAB press prints no error

complete -o nosort -F _carry carry 2>/dev/null || complete -F _carry carry
