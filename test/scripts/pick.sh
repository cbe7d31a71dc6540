#!/usr/bin/env bash
# Chooses an open position with fzf, and shows it in full. tsv has no header line.
set -euo pipefail
handle=$(carry list --status open -o tsv --columns handle,pair,age,net_pnl | fzf "$@" | cut -f 1)
[ -n "$handle" ] && carry get "$handle"
