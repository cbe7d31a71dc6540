#!/usr/bin/env bash
# Prints the open positions that lose money, the worst first, with the digits as sent.
# `read` takes adjacent tabs for one, so the column that may be empty is the last one.
set -euo pipefail
carry positions list --status open --sort net_pnl -o tsv \
  --columns asset,position_id,net_pnl |
  while IFS=$'\t' read -r asset id net_pnl; do
    if [[ $net_pnl == -* ]]; then printf '%s %s: %s USD\n' "$asset" "${id%%-*}" "$net_pnl"; fi
  done
