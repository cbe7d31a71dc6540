#!/usr/bin/env bash
# Chooses an open position with fzf, and shows it in full. tsv has no header line, and the name of a
# position is a column of it.
set -euo pipefail
name=$(carry list --status open -o tsv --columns handle,pair,net_pnl | fzf "$@" | cut -f 1)
[ -n "$name" ] && carry get "$name"
