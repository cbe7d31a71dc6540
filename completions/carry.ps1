# PowerShell completion for carry, for 5.1 and later
#
# Passes the line to `carry __complete`, which reads local files only, and inserts its answer as text.
# The 1 is the version of the protocol.

Register-ArgumentCompleter -Native -CommandName 'carry' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $exe = 'carry'
    $name = $commandAst.GetCommandName()
    if ($name -match '[\\/]') { $exe = $name }
    $start = $commandAst.CommandElements[0].Extent.StartOffset
    $script = $commandAst.Extent.StartScriptPosition.GetFullScript()
    $line = $script.Substring($start, [Math]::Min($cursorPosition, $script.Length) - $start)

    # In base64 both ways, since empty arguments, quotes and non-ASCII letters would be lost.
    $utf8 = [Text.Encoding]::UTF8
    $asked = [Convert]::ToBase64String($utf8.GetBytes("$wordToComplete`0$line"))
    $exitCode = Get-Variable LASTEXITCODE -Scope Global -ValueOnly -ErrorAction Ignore
    try {
        $answer = "$(& $exe __complete 1 powershell $asked 2>$null)"
        $lines = $utf8.GetString([Convert]::FromBase64String($answer)).Split("`n")
    } catch {
        return
    } finally {
        $global:LASTEXITCODE = $exitCode
    }
    if ($lines[0] -cnotmatch '^carry 1( |$)') { return }

    # Quotes words that are not plain text or were quoted before. PowerShell accepts curly quotes,
    # too.
    $isQuoted = $lines[0] -cmatch ' quoted'
    $single = '''\u2018-\u201b'
    foreach ($row in $lines | Select-Object -Skip 2 | Where-Object { $_ }) {
        $text, $listed, $about = $row.Split("`t")
        if ($isQuoted -or $text -notmatch '^[\w./:=+-]*$') {
            $text = "'" + ($text -replace "[$single]", '$0$0') + "'"
        }
        [System.Management.Automation.CompletionResult]::new($text, $listed, 'ParameterValue', $about)
    }
}
