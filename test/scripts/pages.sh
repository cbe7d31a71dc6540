#!/usr/bin/env bash
# Lists the positions 10 at a time, as a program does that stores one part before it asks for the
# next. Where --limit ended a part, the last line on stderr is {"page": ...}.
set -euo pipefail
cursor=
while true; do
  carry positions list -o ndjson --limit 10 ${cursor:+--cursor "$cursor"} --quiet \
    > part.ndjson 2> part.stderr || { cat part.stderr >&2; exit 1; }
  echo "$(wc -l < part.ndjson) positions"
  cursor=$(jq -r 'select(.page).page.next_cursor // empty' part.stderr)
  [ -n "$cursor" ] || break
done
