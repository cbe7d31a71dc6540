#!/bin/sh
# Follows cursors with curl and jq, a process a page: what a person writes first. It writes the same
# csv as carry.
row='.data[] | . as $p | .performance as $f | .legs[] | [$p.position_id, $p.asset, $p.status,
  $p.opened_at, $p.closed_at, .side, .market_id, .exchange, .symbol, .leverage, .quantity,
  .open_price, .mark_price, .mark_price_updated_at, $f.funding_pnl, $f.fees.paid,
  $f.fees.estimated_exit, $f.spread_pnl.realized, $f.spread_pnl.unrealized, $f.net_pnl,
  $f.duration_days, $f.apr, $f.calculated_at] | @csv'
cursor=""
while :; do
  page=$(curl -sS -H "Authorization: Bearer bench" "$1?include=performance&limit=100$cursor") || exit 1
  printf '%s' "$page" | jq -r "$row"
  next=$(printf '%s' "$page" | jq -r '.next_cursor // empty')
  [ -n "$next" ] || break
  cursor="&cursor=$next"
done
