# As bob, without a key: reads what ann recorded, and records public data himself.
carry profile set base-url https://api.example.com
carry profile set archive /srv/carry
carry archive status
carry archive sync 1 4 --no-positions
carry archive export snapshots -o csv > snapshots.csv
carry archive ddl duckdb > archive.sql
