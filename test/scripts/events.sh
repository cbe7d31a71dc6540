#!/usr/bin/env bash
# Prints what happens in the portfolio, one line per event, and that the watch still works.
# positions.state keeps where it ended: the next run also reports what happened in between.
set -uo pipefail
carry positions list --watch 30s -o ndjson --initial --heartbeat 5m --state-file positions.state |
  jq --unbuffered -r '
    if .event == "error" then "\(.at) \(.error.code), next attempt \(.next_at // "never")"
    elif .position then "\(.at) \(.event) \(.position.asset) \(.position_id[:8])"
    else "\(.at) \(.event)" end'
