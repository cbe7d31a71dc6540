#!/bin/sh
# Follows cursors with curl and jq, a process a page: what a person writes first.
cursor=""
while :; do
  page=$(curl -sS -H "Authorization: Bearer bench" "$1?include=performance&limit=100$cursor") || exit 1
  printf '%s' "$page" | jq -r '.data[] | . as $p | .legs[] | [$p.position_id, $p.asset, $p.status, .exchange, .side, .quantity, $p.performance.net_pnl, $p.performance.apr] | @csv'
  next=$(printf '%s' "$page" | jq -r '.next_cursor // empty')
  [ -n "$next" ] || break
  cursor="&cursor=$next"
done
