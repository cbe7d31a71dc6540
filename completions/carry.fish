# fish completion for carry, for 3.1 and later
#
# Passes the words to `carry __complete`, which reads local files only, and inserts its answer as text.
# The 1 is the version of the protocol.

# The word under the cursor, up to the cursor, without its quotes.
function __carry_current
    set -l token (commandline -ct)
    string unescape -- "$token"
    or string unescape -- "$token'"
    or string unescape -- "$token\""
    or string replace -r '\\\\$' '' -- "$token"
end

function __carry_complete
    set -l words (commandline -opc)
    set -l current (__carry_current)
    set -l exe carry
    string match -q '*/*' -- $words[1]; and set exe $words[1]
    set -l before (count $words[2..])
    set -l lines (command $exe __complete 1 fish $before -- $words[2..] "$current" 2>/dev/null </dev/null)
    string match -q 'carry 1 *' -- $lines[1]; or return
    # The second line is the common prefix of the words.
    if string match -q '* files*' -- $lines[1]
        for path in (__fish_complete_path "$lines[3]")
            printf '%s%s\n' "$lines[2]" $path
        end
    else
        printf '%s\n' "$lines[2]"$lines[3..]
    end
end

complete -c carry -e
complete -c carry -f -k -a '(__carry_complete)'
