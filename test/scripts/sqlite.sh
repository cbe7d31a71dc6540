#!/usr/bin/env bash
# Loads the positions into carry.db, and prints the net PnL by asset. The table has one row per
# leg, and an empty cell is an empty text: the view has one row per position, and null.
set -euo pipefail
carry positions list --performance -o csv > legs.csv
sqlite3 -bail carry.db <<'SQL'
DROP TABLE IF EXISTS legs;
.import --csv legs.csv legs
CREATE VIEW IF NOT EXISTS positions AS
  SELECT DISTINCT position_id, asset, status, opened_at, nullif(closed_at, '') AS closed_at,
    CAST(nullif("performance.net_pnl", '') AS REAL) AS net_pnl
  FROM legs;
SELECT asset, count(*), count(net_pnl), round(sum(net_pnl), 2)
  FROM positions GROUP BY asset ORDER BY sum(net_pnl);
SQL
