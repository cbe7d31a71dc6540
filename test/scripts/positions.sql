-- Reads what these two commands wrote, with exact decimals:
--   carry positions list --performance -o ndjson > positions.ndjson
--   carry positions list -o csv > legs.csv
CREATE TABLE positions AS
  SELECT position_id, asset, status, CAST(performance.net_pnl AS DECIMAL(18, 2)) AS net_pnl
  FROM read_json('positions.ndjson', format = 'newline_delimited', columns = {
    position_id: 'UUID', asset: 'VARCHAR', status: 'VARCHAR',
    performance: 'STRUCT(net_pnl VARCHAR)'
  });

CREATE TABLE legs AS
  SELECT * FROM read_csv('legs.csv', types = {
    'legs.quantity': 'DECIMAL(38, 12)', 'legs.mark_price': 'DECIMAL(38, 12)'
  });

SELECT asset, count(*) AS positions, count(net_pnl) AS known, sum(net_pnl) AS net_pnl
  FROM positions GROUP BY asset ORDER BY sum(net_pnl);

SELECT "legs.exchange" AS exchange, count(*) AS legs
  FROM legs WHERE status = 'open' GROUP BY exchange ORDER BY exchange;
