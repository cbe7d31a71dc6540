# PowerShell completion for carry, for 5.1 and later
#
# Written from the command tree by `npm run completions`; do not edit.
# Words that never change are here, so that TAB starts no process for them; for profiles, assets,
# markets and positions it runs `carry __complete`, which reads local files only.

Register-ArgumentCompleter -Native -CommandName 'carry' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # @tables@

    # What is known of the line; the functions below read and change it.
    $it = @{
        path = ''; node = $nodes['']; operands = @(); used = @(); profile = ''
        pending = $null; onlyOperands = $false; prefix = ''; cur = ''; exe = 'carry'
    }

    function Find-Option($flag) {
        foreach ($row in @($it.node.options) + $common) {
            $fields = $row.Split([char[]]'|', 5)
            if ($fields[0].Split(' ') -ccontains $flag) {
                return @{ name = $fields[0].Split(' ')[0]; code = $fields[1] }
            }
        }
    }

    # A long option, or several short ones in one word.
    function Read-Option($word) {
        if ($word -match '^(--[^=]*)=(.*)$') {
            $value = $Matches[2]
            $found = Find-Option $Matches[1]
            if ($found) {
                $it.used += $found.name
                if ($found.name -ceq '--profile') { $it.profile = $value }
            }
        } elseif ($word.StartsWith('--')) {
            $found = Find-Option $word
            if ($found) {
                $it.used += $found.name
                if ($found.code -ne '-') { $it.pending = $found }
            }
        } else {
            for ($i = 1; $i -lt $word.Length; $i++) {
                $found = Find-Option "-$($word[$i])"
                if (-not $found) { return }
                $it.used += $found.name
                if ($found.code -eq '-') { continue }
                if ($i + 1 -eq $word.Length) { $it.pending = $found }
                return
            }
        }
    }

    # Goes down to the subcommand of that name, if this command has one.
    function Step-Into($word) {
        foreach ($row in $it.node.commands) {
            $names = $row.Split('|')[0].Split(' ')
            if ($names -ccontains $word) {
                $it.path = "$($it.path) $($names[0])".Trim()
                $it.node = $nodes[$it.path]
                return $true
            }
        }
        return $false
    }

    # Reads the words before the cursor: which command it is, what was given already.
    function Read-Words($words) {
        foreach ($word in $words) {
            if ($it.pending -and $it.pending.code.StartsWith('?') -and $word.StartsWith('-')) {
                $it.pending = $null
            }
            if ($it.pending) {
                if ($it.pending.name -ceq '--profile') { $it.profile = $word }
                $it.pending = $null
            } elseif ($it.onlyOperands) {
                $it.operands += $word
            } elseif ($word -eq '--') {
                $it.onlyOperands = $true
            } elseif ($word.Length -gt 1 -and $word.StartsWith('-')) {
                Read-Option $word
            } elseif ($it.operands.Count -gt 0 -or -not (Step-Into $word)) {
                $it.operands += $word
            }
        }
    }

    # Rows of `value|description` that begin with what is typed, as finished words.
    function Show-Rows($rows) {
        foreach ($row in $rows) {
            $value, $description = $row.Split([char[]]'|', 2)
            if ($value.StartsWith($it.cur, [StringComparison]::OrdinalIgnoreCase)) {
                @{ text = $it.prefix + $value; description = $description }
            }
        }
    }

    # Names first; aliases and hidden commands only when no name begins with what is typed.
    function Show-Commands {
        $visible = $it.node.commands | Where-Object { -not $_.EndsWith('|') } | ForEach-Object {
            $_.Split('|')[0].Split(' ')[0] + '|' + $_.Split([char[]]'|', 2)[1]
        }
        $shown = @(Show-Rows $visible)
        if ($shown.Count -gt 0 -or -not $it.cur) { return $shown }
        foreach ($row in $it.node.commands) {
            $names, $description = $row.Split([char[]]'|', 2)
            foreach ($name in $names.Split(' ')) { Show-Rows "$name|$description" }
        }
    }

    # The options that can still be given: each once, none beside one that it excludes.
    function Show-Options {
        $taken = @()
        foreach ($row in @($it.node.options) + $common) {
            $flags, $code, $repeatable, $excludes, $description = $row.Split([char[]]'|', 5)
            $flags = $flags.Split(' ')
            if ($it.used -ccontains $flags[0] -and -not $repeatable) { continue }
            if ($excludes.Split(' ') | Where-Object { $it.used -ccontains $_ }) { continue }
            foreach ($flag in $flags) {
                if ($taken -ccontains $flag -or ($flag.Length -eq 2 -and -not $it.cur)) { continue }
                $taken += $flag
                Show-Rows "$flag|$description"
            }
        }
    }

    function Get-Asked($kind) {
        & $it.exe __complete $kind $it.cur "--profile=$($it.profile)" 2>$null |
            ForEach-Object { $_ -replace "`t", '|' }
    }

    function Get-Sorts {
        foreach ($row in $sets[$it.node.columns]) {
            $key = $row.Split('|')[0]
            $row
            if ($it.cur -ceq $key -or $it.cur.StartsWith("${key}:")) {
                "${key}:asc|smallest first"
                "${key}:desc|largest first"
            }
        }
    }

    # The values that a code stands for, but for the given ones.
    function Show-Values($code, $given) {
        $code = $code.TrimStart('?', '+')
        if ($code.StartsWith(',')) {
            $code = $code.Substring(1)
            $comma = $it.cur.LastIndexOf(',')
            if ($comma -ge 0) {
                $given = @($given) + $it.cur.Substring(0, $comma).Split(',')
                $it.prefix += $it.cur.Substring(0, $comma + 1)
                $it.cur = $it.cur.Substring($comma + 1)
            }
        }
        $rows = @()
        if ($code -eq 'columns') { $rows = $sets[$it.node.columns] }
        elseif ($code -eq 'sort') { $rows = Get-Sorts }
        elseif ($code.StartsWith('=')) { $rows = $sets[$code.Substring(1)] }
        elseif ($code.StartsWith('@')) { $rows = Get-Asked $code.Substring(1) }
        Show-Rows ($rows | Where-Object { $_ -and $given -cnotcontains $_.Split('|')[0] })
    }

    function Get-Argument {
        $count = $it.operands.Count
        $args_ = @($it.node.args | Where-Object { $_ })
        if ($count -lt $args_.Count) { return $args_[$count] }
        if ($args_.Count -gt 0 -and $args_[-1].StartsWith('+')) { return $args_[-1] }
    }

    function Show-Operands {
        $shown = @()
        if ($it.operands.Count -eq 0 -and $it.node.commands) { $shown = @(Show-Commands) }
        $shown
        $code = Get-Argument
        if ($code) { Show-Values $code $it.operands }
        elseif ($shown.Count -eq 0 -and -not $it.cur -and -not $it.onlyOperands -and
            $it.operands.Count -eq @($it.node.args | Where-Object { $_ }).Count) { Show-Options }
    }

    function Show-All {
        if ($it.pending -and $it.pending.code.StartsWith('?') -and $it.cur.StartsWith('-')) {
            $it.pending = $null
        }
        if ($it.pending) { return Show-Values $it.pending.code @() }
        if ($it.onlyOperands -or -not $it.cur.StartsWith('-')) { return Show-Operands }
        if ($it.cur -match '^(--[^=]*=)(.*)$' -or $it.cur -match '^(-[^-])(.+)$') {
            $it.prefix, $it.cur = $Matches[1], $Matches[2]
            $found = Find-Option $it.prefix.TrimEnd('=')
            if ($found -and $found.code -ne '-') { Show-Values $found.code @() }
            return
        }
        Show-Options
    }

    $start = $commandAst.Extent.StartOffset
    $script = $commandAst.Extent.StartScriptPosition.GetFullScript()
    $line = $script.Substring($start, [Math]::Min($cursorPosition, $script.Length) - $start)
    # PowerShell takes curly quotes for quotes too.
    $single = '''\u2018-\u201b'
    $double = '"\u201c-\u201e'
    $pattern = "(?:[$double][^$double]*[$double]?|[$single][^$single]*[$single]?|[^\s$single$double])+"
    $typedWords = @([regex]::Matches($line, $pattern))
    $words = @($typedWords | ForEach-Object { $_.Value -replace "[$single$double]", '' })
    $last = $typedWords[-1]
    $raw = ''
    if ($words.Count -gt 1 -and $last.Index + $last.Length -eq $line.Length) {
        $raw = $last.Value
        $it.cur = $words[-1]
        $words = $words[0..($words.Count - 2)]
    }
    if ($words[0] -match '[\\/]') { $it.exe = $words[0] }
    if ($words.Count -gt 1) { Read-Words $words[1..($words.Count - 1)] }

    $typed = $it.cur
    $replaced = $wordToComplete -replace "[$single$double]", ''
    $keep = 0
    if ($typed.EndsWith($replaced)) { $keep = $typed.Length - $replaced.Length }
    Show-All | Where-Object { $_.text } | ForEach-Object {
        $text = $_.text.Substring([Math]::Min($keep, $_.text.Length))
        # What PowerShell could take for more than text is quoted; so is what has been quoted.
        if ($text -notmatch '^[\w./:=+-]*$' -or $raw -match "^[$single$double]") {
            $text = "'" + ($text -replace "[$single]", '$0$0') + "'"
        }
        $about = $_.description
        if (-not $about) { $about = $_.text }
        [System.Management.Automation.CompletionResult]::new($text, $_.text, 'ParameterValue', $about)
    }
}
