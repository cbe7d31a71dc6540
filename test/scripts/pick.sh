#!/usr/bin/env bash
# Chooses an open position with fzf, and shows it in full. tsv has no header line.
set -euo pipefail
name=$(carry list -o tsv --columns name,pair,age,net_pnl | fzf "$@" | cut -f 1)
[ -n "$name" ] && carry get "$name"
