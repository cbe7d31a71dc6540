#!/usr/bin/env bash
# Loads what is new in the archive into history.db (SQLite) and history.duckdb: run it again whenever
# carry archive sync has run. A corrected event comes as a new row, which replaces the old one. Where
# the next load begins is kept in seen, written last: after a failure, rows come again, as those of that time do.
set -euo pipefail
since=$(cat seen 2> /dev/null || echo 1970-01-01)
carry archive export funding --since "$since" -o csv --eol lf --error-format json --quiet \
  --columns market_id,funding_time,funding_rate,seen_at > new.csv

# The minute is the key: the service may move an event by seconds.
sqlite3 -bail history.db <<'SQL'
CREATE TABLE IF NOT EXISTS funding (market_id INTEGER, minute TEXT, funding_time TEXT,
  funding_rate TEXT, seen_at TEXT, PRIMARY KEY (market_id, minute));
DROP TABLE IF EXISTS new;
.import --csv new.csv new
BEGIN;
REPLACE INTO funding SELECT market_id,
  strftime('%Y-%m-%dT%H:%M', funding_time, '+30 seconds'), funding_time,
  nullif(funding_rate, ''), seen_at FROM new;
COMMIT;
SELECT count(*) || ' events' FROM funding;
SQL

duckdb history.duckdb <<'SQL'
CREATE TABLE IF NOT EXISTS funding (market_id BIGINT, minute TIMESTAMP, funding_time TIMESTAMP,
  funding_rate DECIMAL(38, 18), seen_at TIMESTAMP, PRIMARY KEY (market_id, minute));
INSERT OR REPLACE INTO funding SELECT market_id,
  date_trunc('minute', funding_time + INTERVAL 30 SECONDS), funding_time, funding_rate, seen_at
  FROM read_csv('new.csv', header = true, columns = {market_id: 'BIGINT', funding_time: 'TIMESTAMP',
    funding_rate: 'DECIMAL(38, 18)', seen_at: 'TIMESTAMP'});
SQL

sqlite3 history.db "SELECT coalesce(max(seen_at), '$since') FROM funding" > seen.new
mv seen.new seen
