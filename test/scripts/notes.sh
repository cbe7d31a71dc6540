#!/usr/bin/env bash
# Prints the note of each open position. -o tsv prints plain ids, one per line; xargs runs
# carry once for every 20 of them, and not at all (-r) if there are none.
set -euo pipefail
carry positions list --status open -o tsv --columns position_id |
  xargs -r -n 20 carry positions get -o ndjson --query '[asset, note]'
