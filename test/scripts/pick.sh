#!/usr/bin/env bash
# Chooses an open position with fzf, and shows it in full. The handle is the first column of a table
# and never cut; without a header the table is rows alone.
set -euo pipefail
handle=$(carry list --status open --no-header --no-color --no-pager | fzf "$@" | awk '{ print $1 }')
[ -n "$handle" ] && carry get "$handle"
