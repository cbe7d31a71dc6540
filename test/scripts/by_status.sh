#!/usr/bin/env bash
# Counts the positions by status, and those without a net PnL. With -o json every line on stderr is
# one JSON object, so that jq can read it whatever happened.
set -u
if carry positions list --performance -o json > positions.json 2> stderr.ndjson; then
  jq -c 'group_by(.status)[] | {status: .[0].status, positions: length,
    unknown: map(select(.performance.net_pnl == null)) | length}' positions.json
else
  code=$?
  jq -r 'select(.error) | .error | "\(.code): \(.message)"' stderr.ndjson >&2
  exit "$code"
fi
