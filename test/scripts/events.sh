#!/usr/bin/env bash
# Prints what happens in the portfolio, one line per event.
set -uo pipefail
carry watch 30s -o ndjson |
  jq --unbuffered -r '
    if .event == "error" then "\(.at) \(.error.code), next attempt \(.next_at // "never")"
    elif .rule then "\(.at) \(.event) \(.asset) \(.summary // .rule)"
    else "\(.at) \(.event)" end'
