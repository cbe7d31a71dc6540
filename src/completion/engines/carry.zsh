#compdef carry
#
# zsh completion for carry
#
# Written from the command tree by `npm run completions`; do not edit.
# Words that never change are here, so that TAB starts no process for them; for profiles, assets,
# markets and positions it runs `carry __complete`, which reads local files only.

# @tables@

# Finds an option by one of its flags; its name and the code of its values are in name and code.
_carry_find() {
  local row flags
  for row in "${options[@]}" "${common[@]}"; do
    flags=${row%%|*}
    if [[ " $flags " == *" $1 "* ]]; then
      name=${flags%% *}
      code=${${row#*|}%%|*}
      return 0
    fi
  done
  return 1
}

# A long option, or several short ones in one word.
_carry_see_option() {
  local i
  if [[ $1 == --*=* ]]; then
    _carry_find "${1%%=*}" || return
    used+=("$name")
    [[ $name == --profile ]] && profile=${1#*=}
  elif [[ $1 == --* ]]; then
    _carry_find "$1" || return
    used+=("$name")
    [[ $code == - ]] || { pending=$code pending_name=$name }
  else
    for ((i = 2; i <= $#1; i++)); do
      _carry_find "-${1[i]}" || return
      used+=("$name")
      [[ $code == - ]] && continue
      ((i < $#1)) || { pending=$code pending_name=$name }
      return
    done
  fi
}

# Goes down to the subcommand of that name, if this command has one.
_carry_descend() {
  local row names
  for row in "${commands[@]}"; do
    names=${row%%|*}
    if [[ " $names " == *" $1 "* ]]; then
      at="${at:+$at }${names%% *}"
      _carry_node "$at"
      return 0
    fi
  done
  return 1
}

# Reads the words before the cursor: which command it is, what was given already.
_carry_walk() {
  local word name code
  for word in "${(@Q)words[2,CURRENT-1]}"; do
    [[ $pending == \?* && $word == -* ]] && pending=''
    if [[ -n $pending ]]; then
      [[ $pending_name == --profile ]] && profile=$word
      pending=''
    elif [[ -n $only_operands ]]; then
      operands+=("$word")
    elif [[ $word == -- ]]; then
      only_operands=1
    elif [[ $word == -?* ]]; then
      _carry_see_option "$word"
    else
      (( $#operands == 0 )) && _carry_descend "$word" || operands+=("$word")
    fi
  done
  for word in "${(@Q)words[CURRENT+1,-1]}"; do
    [[ $word == --?* ]] && _carry_find "${word%%=*}" && used+=("$name")
  done
}

# Shows what is in found, rows of `value|description`; further arguments go to compadd.
_carry_show() {
  local tag=$1 what=$2 row value
  local -a list kind
  shift 2
  for row in "${found[@]}"; do
    value=${row%%|*} row=${row#*|}
    value=${${value//\\/\\\\}//:/\\:} row=${row//\\/\\\\}
    list+=("$value${row:+:$row}")
  done
  kind=(-t $tag)
  [[ $tag == options ]] && kind=(-O)
  (( $#list )) && _describe -V $kind "$what" list "$@"
}

# Names first; aliases and hidden commands only when no name begins with what is typed.
_carry_show_commands() {
  local row name
  local -a found
  for row in "${commands[@]}"; do
    [[ -z ${row#*|} ]] || found+=("${row%%[ |]*}|${row#*|}")
  done
  _carry_show commands command && return
  [[ -n $PREFIX ]] || return
  found=()
  for row in "${commands[@]}"; do
    for name in ${(s: :)row%%|*}; do found+=("$name|${row#*|}"); done
  done
  _carry_show commands command
}

# The options that can still be given: each once, none beside one that it excludes.
_carry_show_options() {
  local row rest flag repeatable excludes other
  local -a found flags taken
  for row in "${options[@]}" "${common[@]}"; do
    flags=(${(s: :)row%%|*}) rest=${row#*|*|}
    repeatable=${rest%%|*} rest=${rest#*|}
    excludes=${rest%%|*} rest=${rest#*|}
    (( ${used[(Ie)$flags[1]]} )) && [[ -z $repeatable ]] && continue
    for other in ${(s: :)excludes}; do (( ${used[(Ie)$other]} )) && continue 2; done
    for flag in $flags; do
      [[ $flag == -[^-] && $PREFIX != -* ]] && continue
      (( ${taken[(Ie)$flag]} )) && continue
      taken+=("$flag")
      found+=("$flag|$rest")
    done
  done
  _carry_show options option
}

# Asks the hidden command; its answer already is what begins with the typed, in either case.
_carry_ask() {
  local line tab=$'\t'
  for line in "${(@f)$(command $exe __complete $1 "${(Q)PREFIX}" "--profile=$profile" 2>/dev/null </dev/null)}"; do
    [[ -n $line ]] || continue
    [[ $line == *$tab* ]] || line+=$tab
    rows+=("${line/$tab/|}")
  done
}

_carry_show_sort() {
  local row
  local -a found
  _carry_set "$columns"
  if compset -P '*:'; then
    found=('asc|smallest first' 'desc|largest first')
    _carry_show values order
  else
    found=("${rows[@]}")
    _carry_show values column -q -S :
  fi
}

# Shows the values that a code stands for, but for the words after it.
_carry_show_values() {
  local code=${1#[?+]} row
  local -a given found more
  given=("${@:2}")
  if [[ $code == ,* ]]; then
    code=${code#,}
    more=(-q -S ,)
    if [[ $PREFIX == *,* ]]; then
      given+=("${(@s:,:)${PREFIX%,*}}")
      compset -P '*,'
    fi
  fi
  rows=()
  case $code in
    (file) _files; return ;;
    (sort) _carry_show_sort; return ;;
    (columns) _carry_set "$columns" ;;
    ("="*) _carry_set "${code#=}" ;;
    (@*)
      _carry_ask "${code#@}"
      more+=(-M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}')
      ;;
  esac
  for row in "${rows[@]}"; do (( ${given[(Ie)${row%%|*}]} )) || found+=("$row"); done
  _carry_show values value "${more[@]}"
}

# Where no operand can follow, the options are offered without a dash typed.
_carry_show_operand() {
  local place=$(( $#operands + 1 )) shown=1
  if (( $#operands == 0 && $#commands )); then _carry_show_commands && shown=0; fi
  if (( place > $#args )); then
    if [[ ${args[-1]:-} != +* ]]; then
      [[ -z $only_operands$PREFIX ]] && (( shown && $#operands == $#args )) && _carry_show_options
      return
    fi
    place=$#args
  fi
  _carry_show_values "${args[place]}" "${operands[@]}" || return shown
}

_carry() {
  local exe=carry at profile pending pending_name only_operands name code columns
  local -a operands used commands args options common rows
  [[ $words[1] == */* ]] && exe=${~${(Q)words[1]}}
  _carry_common
  _carry_node ''
  _carry_walk
  [[ $pending == \?* && $PREFIX == -* ]] && pending=''
  if [[ -n $pending ]]; then
    _carry_show_values "$pending"
  elif [[ -n $only_operands ]]; then
    _carry_show_operand
  elif [[ $PREFIX == --*=* ]]; then
    _carry_find "${PREFIX%%=*}" && [[ $code != - ]] || return
    compset -P 1 '*='
    _carry_show_values "$code"
  elif [[ $PREFIX == -[^-]?* ]]; then
    _carry_find "${PREFIX[1,2]}" && [[ $code != - ]] || return
    compset -P '??'
    _carry_show_values "$code"
  elif [[ $PREFIX == -* ]]; then
    _carry_show_options
  else
    _carry_show_operand
  fi
}

if [[ $funcstack[1] == _carry ]]; then
  _carry "$@"
elif (( $+functions[compdef] )); then
  compdef _carry carry
fi
