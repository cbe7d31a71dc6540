# fish completion for carry
#
# Written from the command tree by `npm run completions`; do not edit.
# Words that never change are here, so that TAB starts no process for them; for profiles, assets,
# markets and positions it runs `carry __complete`, which reads local files only.

# @tables@

# Goes to a command by its path.
function __carry_go --no-scope-shadowing
    set at $argv[1]
    set commands (__carry_node "$at" commands)
    set args (__carry_node "$at" args)
    set options (__carry_node "$at" options)
    set columns (__carry_node "$at" columns)
end

# Finds an option by one of its flags; its name and the code of its values are in name and code.
function __carry_find --no-scope-shadowing
    for row in $options $common
        set fields (string split -m 4 '|' -- $row)
        if contains -- $argv[1] (string split ' ' -- $fields[1])
            set name (string split ' ' -- $fields[1])[1]
            set code $fields[2]
            return 0
        end
    end
    return 1
end

# A long option, or several short ones in one word.
function __carry_see_option --no-scope-shadowing
    if string match -q -- '--*=*' $argv[1]
        __carry_find (string split -m 1 = -- $argv[1])[1]; or return
        set -a used $name
        test $name = --profile; and set profile (string split -m 1 = -- $argv[1])[2]
    else if string match -q -- '--*' $argv[1]
        __carry_find $argv[1]; or return
        set -a used $name
        test "$code" = -; or set pending $name $code
    else
        set letters (string split '' -- (string sub -s 2 -- $argv[1]))
        while set -q letters[1]
            __carry_find -$letters[1]; or return
            set -a used $name
            set -e letters[1]
            test "$code" = -; and continue
            set -q letters[1]; or set pending $name $code
            return
        end
    end
end

# Goes down to the subcommand of that name, if this command has one.
function __carry_descend --no-scope-shadowing
    for row in $commands
        set fields (string split ' ' -- (string split -m 1 '|' -- $row)[1])
        if contains -- $argv[1] $fields
            __carry_go (string trim -- "$at $fields[1]")
            return 0
        end
    end
    return 1
end

# Reads the words before the cursor: which command it is, what was given already. What stands after
# the cursor fish does not tell.
function __carry_walk --no-scope-shadowing
    for word in $argv
        if set -q pending[1]; and string match -qr '^[?]' -- $pending[2]; and string match -q -- '-*' $word
            set pending
        end
        if set -q pending[1]
            test $pending[1] = --profile; and set profile $word
            set pending
        else if set -q only_operands[1]
            set -a operands $word
        else if test "$word" = --
            set only_operands yes
        else if string match -qr '^-.' -- $word
            __carry_see_option $word
        else if set -q operands[1]; or not __carry_descend $word
            set -a operands $word
        end
    end
end

# Prints rows of `value|description` as fish wants them.
function __carry_print
    # Without an argument, string would read the terminal.
    set -q argv[1]; and string replace '|' \t -- $argv
end

# Names first; aliases and hidden commands only when no name begins with what is typed.
function __carry_print_commands --no-scope-shadowing
    set -l names
    set -l every
    for row in $commands
        set fields (string split -m 1 '|' -- $row)
        set -l words (string split ' ' -- $fields[1])
        test -n "$fields[2]"; and set -a names "$words[1]|$fields[2]"
        for word in $words
            set -a every "$word|$fields[2]"
        end
    end
    if string match -q -- (string replace -ra '[*?\[\\\\]' '\\\\$0' -- "$cur")'*' $names
        __carry_print $names
    else if test -n "$cur"
        __carry_print $every
    end
end

# The options that can still be given: each once, none beside one that it excludes.
function __carry_print_options --no-scope-shadowing
    set -l taken
    for row in $options $common
        set -l fields (string split -m 4 '|' -- $row)
        set -l flags (string split ' ' -- $fields[1])
        if contains -- $flags[1] $used; and test -z "$fields[3]"
            continue
        end
        set -l excluded no
        for other in (string split -n ' ' -- $fields[4])
            contains -- $other $used; and set excluded yes
        end
        test $excluded = yes; and continue
        for flag in $flags
            test -z "$cur"; and string match -qr '^-[^-]$' -- $flag; and continue
            contains -- $flag $taken; and continue
            set -a taken $flag
            printf '%s\t%s\n' $flag $fields[5]
        end
    end
end

# Prints the values that a code stands for, but for the words after prefix and value.
function __carry_print_values --no-scope-shadowing
    set -l code (string replace -r '^[?+]' '' -- $argv[1])
    set -l before $argv[2]
    set -l value "$argv[3]"
    set -l given $argv[4..]
    if string match -q ',*' -- $code
        set code (string sub -s 2 -- $code)
        if string match -q '*,*' -- $value
            set -l parts (string split , -- $value)
            set -a given $parts[1..-2]
            set value $parts[-1]
            set before $before(string join , -- $parts[1..-2]),
        end
    end
    set -l lines
    switch $code
        case file
            for path in (__fish_complete_path $value)
                printf '%s%s\n' "$before" $path
            end
        case columns
            set lines (__carry_print (__carry_set "$columns"))
        case sort
            set lines (__carry_print (__carry_set "$columns"))
            for line in $lines
                set -l key (string split -m 1 \t -- $line)[1]
                string match -q -- $key $value
                or string match -q -- "$key:*" $value
                and set -a lines $key:asc\t'smallest first' $key:desc\t'largest first'
            end
        case '=*'
            set lines (__carry_print (__carry_set (string sub -s 2 -- $code)))
        case '@*'
            set lines (command $exe __complete (string sub -s 2 -- $code) "$value" "--profile=$profile" 2>/dev/null </dev/null)
    end
    for word in $given
        set lines (string match -rv -- '^'(string escape --style=regex -- "$word")'\t' $lines)
    end
    string join \n -- "$before"$lines
end

# Where no operand can follow, the options are offered without a dash typed.
function __carry_print_operand --no-scope-shadowing
    set -l place (math (count $operands) + 1)
    set -l shown
    test $place -eq 1; and set shown (__carry_print_commands)
    string join \n -- $shown
    if test $place -gt (count $args)
        if not string match -q '+*' -- $args[-1]
            test -z "$cur$only_operands$shown" -a $place -eq (math (count $args) + 1)
            and __carry_print_options
            return
        end
        set place (count $args)
    end
    __carry_print_values $args[$place] '' "$cur" $operands
end

# The word under the cursor, as far as the cursor, without its quotes.
function __carry_current
    set -l token (commandline -ct)
    string unescape -- "$token"
    or string unescape -- "$token'"
    or string unescape -- "$token\""
    or string replace -r '\\\\$' '' -- "$token"
end

function __carry_complete
    set -l at
    set -l commands
    set -l args
    set -l options
    set -l columns
    set -l common (__carry_common)
    set -l operands
    set -l used
    set -l pending
    set -l profile
    set -l only_operands
    set -l name
    set -l code
    set -l fields
    set -l before (commandline -opc)
    set -l cur (__carry_current)
    set -l exe carry
    string match -q '*/*' -- $before[1]; and set exe $before[1]
    __carry_go ''
    __carry_walk $before[2..]
    if set -q pending[1]; and string match -qr '^[?]' -- $pending[2]; and string match -q -- '-*' $cur
        set pending
    end
    if set -q pending[1]
        __carry_print_values $pending[2] '' "$cur"
    else if set -q only_operands[1]
        __carry_print_operand
    else if string match -qr '^--.*=' -- $cur
        set -l parts (string split -m 1 = -- $cur)
        __carry_find $parts[1]; and test $code != -; or return
        __carry_print_values $code "$parts[1]=" "$parts[2]"
    else if string match -qr '^-[^-].' -- $cur
        set -l flag (string sub -l 2 -- $cur)
        __carry_find $flag; and test $code != -; or return
        __carry_print_values $code $flag (string sub -s 3 -- $cur)
    else if string match -q -- '-*' $cur
        __carry_print_options
    else
        __carry_print_operand
    end
end

complete -c carry -e
complete -c carry -f -k -a '(__carry_complete)'
